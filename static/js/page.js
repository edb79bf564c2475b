// What every page runs but a table's and the board.
import "./companion.js";
