// What a table's page runs.
import "./local_times.js";
import "./share_and_install.js";
import "./table.js";
import "./taps.js";
import "./cards.js";
import "./dice.js";
import "./ranks.js";
import "./round_end.js";
import "./wake.js";
import "./your_turn_alert.js";
import "./offline.js";
