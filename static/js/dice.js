// Fluff: a bid's button says what it bids, and a value takes along as many dice as it needs; after a call, dice are tapped in one by one.
const find = (query, within = document) => within.querySelector(query);
const all = (query, within = document) => [...within.querySelectorAll(query)];
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// What is no raise is dimmed; the server judges.
function dim(control, refused) {
  control.classList.toggle("dim", refused);
  if (refused) control.setAttribute("aria-describedby", "not-now");
  else control.removeAttribute("aria-describedby");
}
function bid(changed) {
  const button = find("#bid"), value = find("#ask [name=value]:checked"), counts = all("#ask [name=quantity]");
  if (!button || !value) return;
  const fewest = Number(value.dataset.fewest), many = find("#ask [name=many]");
  const told = () => Number(counts.find((one) => one.checked).value || many.value);
  if (changed?.name === "value" && told() < fewest) counts.find((one) => one.value >= fewest || !one.value).checked = true;
  for (const one of counts) dim(one.parentElement, one.value !== "" && one.value < fewest);
  dim(button, told() < fewest);
  button.textContent = filled(button.dataset.says, { n: told(), value: value.value });
  find("#ask .too-many").hidden = !(find("#ask .usual").hidden = told() > button.dataset.dice);
}

// What several seats tell is told one after the other on a phone that tells it for all of them: of the one that was tapped, else of the first
// that has not told it yet.
const TURNED = 300;
let picked = null, turned = 0;
const hasTold = (one) => one.matches(".done, :has(.numbers :checked)");
function turn() {
  const group = find(".tells"), seen = all(".tells > .tell").filter((one) => getComputedStyle(one).display !== "none");
  const now = seen.find((one) => one.id === picked && !one.matches(".done")) ?? seen.find((one) => !hasTold(one));
  group?.classList.add("in-turn");
  group?.classList.toggle("several", seen.length > 1);
  for (const one of seen) {
    if (one === now && !one.matches(".now")) turned = performance.now();
    one.classList.toggle("now", one === now);
    if (one.matches(".roll")) find("b", one).textContent = find(":checked", one)?.value ?? "";
  }
  if (find("#record-roll")) dim(find("#record-roll"), !seen.every(hasTold));
}
// A second tap on the spot was meant for the seat that was asked there before.
document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.target.closest(".in-turn.several .matches") || event.timeStamp - turned >= TURNED) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

const told = (pad) => all("[type=hidden]", pad);
function draw(pad) {
  if (!find("ol", pad)) {
    pad.prepend(find("#dice-pad").content.cloneNode(true));
    find(".acts", pad).prepend(find("[data-die-back]", pad));
  }
  const { held, value } = pad.dataset, dice = told(pad).map((one) => one.value), list = find("ol", pad), hint = find(".hint", pad);
  const names = JSON.parse(list.dataset.names), done = dice.length >= held;
  list.innerHTML = Array.from({ length: held }, (_, at) => dice[at] ?? "lost").map((face) =>
    `<li><svg class="die${["wild", value].includes(face) ? " counts" : ""}" aria-hidden="true"><use href="#die-${face}"/></svg><span class="visually-hidden">${names[face] ?? ""}</span></li>`).join("");
  const counting = dice.filter((face) => ["wild", value].includes(face)).length;
  hint.textContent = done ? JSON.parse(hint.dataset.allIn)[counting] : filled(hint.dataset.soFar, { n: dice.length, all: held });
  find(".faces", pad).hidden = done;
  find("[data-die-back]", pad).hidden = !dice.length;
  dim(find("[type=submit]", pad), !done);
}

function changed({ target }) {
  if (target.closest("#ask")) bid(target);
  if (target.closest(".roll")) picked = null;
  if (target.closest("#act")) turn();
}
for (const event of ["change", "input"]) document.addEventListener(event, changed);
document.addEventListener("click", ({ target }) => {
  const whose = target.closest(".tell > button.whose");
  if (whose) {
    picked = whose.parentElement.id;
    turn();
  }
  const pad = target.closest("[data-dice-pad]"), { dataset = {} } = target.closest("button") ?? {};
  if (!pad) return;
  if (dataset.face) pad.append(Object.assign(document.createElement("input"), { type: "hidden", name: pad.dataset.dicePad, value: dataset.face }));
  else if ("dieBack" in dataset) told(pad).at(-1)?.remove();
  else return;
  draw(pad);
});
function shown() {
  bid();
  if (!find(`.tell:not(.done)[id="${picked}"]`)) picked = null;
  turn();
  for (const pad of all("[data-dice-pad]")) if (!find("ol", pad)) draw(pad);
}
shown();
document.body.addEventListener("companion:change", shown);
