// A puzzle in the fragment of an address, which browsers do not send: deflate, then base64url.

export const LONGEST = 400_000; // characters of a puzzle, as the server takes it
const MOST = 6 * LONGEST + 1000; // bytes: JSON takes up to six for a character

const tooLong = () => new RangeError(`it holds more than ${LONGEST.toLocaleString("en")} characters`);

// Whole, or an error once there are too many bytes: a short link may unpack to any number of them.
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let { value, done } = await reader.read(); !done; ({ value, done } = await reader.read())) {
    parts.push(value);
    length += value.length;
    if (length > MOST) {
      reader.cancel().catch(() => null);
      throw tooLong();
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpack(link) {
  const binary = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const { t, v } = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  const text = String(t);
  if ([...text].length > LONGEST) throw tooLong();
  return { text, variant: v ?? null };
}
