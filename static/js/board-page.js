// What the board runs.
import "./table.js";
