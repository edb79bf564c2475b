// What a table's page runs, sent as one file, as all scripts are with what they import (companion/web/assets.py).
import "./local_times.js";
import "./watched_part.js";
import "./share_and_install.js";
import "./table.js";
import "./your_turn_alert.js";
import "./resend.js";
