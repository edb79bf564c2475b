// What a table's page runs, sent as one file (companion/web/gathering.py).
import "./companion.js";
import "./table.js";
import "./turn.js";
import "./resend.js";
