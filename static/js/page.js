// What every page runs but a table's and the board.
import "./local_times.js";
import "./live.js";
import "./left_and_back.js";
import "./share_and_install.js";
import "./own_seat_names.js";
import "./waiting_for_answer.js";

// What is typed anew is not known to be wrong any more.
document.addEventListener("input", ({ target }) => {
  if (!target.matches("[aria-invalid]")) return;
  for (const said of ["aria-invalid", "aria-describedby"]) target.removeAttribute(said);
});
