// What the board runs.
import "./table.js";
import "./local_times.js";
