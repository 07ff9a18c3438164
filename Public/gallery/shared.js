// Opens a second window that shows the session of this one, or joins the session of the window that has opened this one.

const chart = document.querySelector("chart-surface");
const button = document.getElementById("second");
const members = new URLSearchParams(location.hash.slice(1));

if (members.has("session")) {
  chart.setAttribute("session", members.get("session"));
  if (members.has("token")) chart.setAttribute("token", members.get("token"));
}
const enable = () => (button.disabled = chart.state === null);
chart.addEventListener("answer", enable);
enable();
button.addEventListener("click", () => {
  const { session, token } = chart.share();
  open(`shared.html#${new URLSearchParams(token ? { session, token } : { session })}`, "_blank", "popup,width=720,height=720");
});
