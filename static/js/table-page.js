// What a table's page runs, sent as one file, as all scripts are with what they import (companion/web/assets.py).
import "./companion.js";
import "./table.js";
import "./turn.js";
import "./resend.js";
