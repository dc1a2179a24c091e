// Ask the server, and read its events as they come.

export const page = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

function headers() {
  const token = sessionStorage.getItem("token");
  return { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

// Calls `take` with each event. An aborted signal ends it without an error.
export async function ask(question, take, signal) {
  for await (const event of events({ page, ...question }, signal)) if (!signal?.aborted) take(event);
}

async function* events(question, signal) {
  let rest = "";
  try {
    const response = await fetch("/api/ask", {
      method: "POST", headers: headers(), body: JSON.stringify(question), signal, cache: "no-store",
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let { value, done } = await reader.read(); !done; ({ value, done } = await reader.read())) {
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) yield JSON.parse(part.slice(6));
    }
  } catch (error) {
    if (!signal?.aborted) yield { event: "error", message: `the server did not answer: ${error.message}` };
  }
}

export function stop(lane) {
  const body = JSON.stringify({ page, lane });
  return fetch("/api/stop", { method: "POST", headers: headers(), body }).catch(() => null);
}

// All events of a short question, as one object by event.
export async function answers(question, signal) {
  const found = {};
  await ask(question, (event) => { found[event.event] = event; }, signal);
  return found;
}
