// Keeps a local order book over /ws and prints its best bid and ask whenever one of them changes.
// node examples/local-book.mjs [ws://localhost:8080/ws] [spot|contract] [BTCUSDT]
// The rules are in docs/api/socket.md.
const [url = "ws://localhost:8080/ws", market = "spot", symbol = "BTCUSDT"] = process.argv.slice(2);
const channel = `depth.${market}.${symbol}.diff`;
/** The server answers a ping every 10 s, so a longer silence means that the connection is dead. */
const SILENCE_MS = 25_000;

/** Price to quantity, both as the server writes them. */
const asks = new Map();
const bids = new Map();
/** The book's version; undefined while it is unknown. */
let sequence;
let printed = "";

function best(levels, pick) {
  let found;
  for (const price of levels.keys()) if (found === undefined || pick(price, found)) found = price;
  return found;
}

const bestAsk = () => best(asks, (a, b) => Number(a) < Number(b));
const bestBid = () => best(bids, (a, b) => Number(a) > Number(b));

function apply(levels, changes) {
  for (const [price, quantity] of changes) {
    if (Number(quantity) === 0) levels.delete(price);
    else levels.set(price, quantity);
  }
}

/** Returns false if a message is missing before this one. */
function update({ asks: newAsks, bids: newBids, kind, prevSequence, sequence: newSequence }) {
  if (kind === "snapshot") {
    asks.clear();
    bids.clear();
  } else {
    // Waiting for the snapshot, or older than it.
    if (sequence === undefined || newSequence <= sequence) return true;
    if (prevSequence > sequence) return false;
  }
  apply(asks, newAsks);
  apply(bids, newBids);
  sequence = newSequence;
  return asks.size === 0 || bids.size === 0 || Number(bestBid()) < Number(bestAsk());
}

function print() {
  if (sequence === undefined) return;
  const [bid, ask] = [bestBid(), bestAsk()];
  const line = `bid ${bids.get(bid) ?? "-"} @ ${bid ?? "-"}   ask ${asks.get(ask) ?? "-"} @ ${ask ?? "-"}`;
  if (line !== printed) console.log(line);
  printed = line;
}

function connect() {
  const socket = new WebSocket(url);
  const send = (type, data) => socket.send(JSON.stringify({ type, data }));
  let ping;
  let reconnectMs = 3_000;
  let silence = setTimeout(() => socket.close(), SILENCE_MS);
  socket.addEventListener("message", (event) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.close(), SILENCE_MS);
    const { type, data } = JSON.parse(event.data);
    if (type === "bind") {
      reconnectMs = data.reconnectMs;
      ping = setInterval(() => send("ping", {}), data.pingMs);
      send("bind", { bare: true });
      send("subscribe", { channels: [channel] });
    } else if (type === "subscribed" && data.refused.length > 0) {
      console.error(`${channel}: ${data.refused[0].error}`);
      process.exitCode = 1;
      reconnectMs = undefined;
      socket.close();
    } else if (type === "depth" && data.channel === channel) {
      if (update(data)) print();
      else {
        sequence = undefined;
        send("resync", { channel });
      }
    } else if (type === "error" && data.type === "resync") {
      // At most one a second.
      setTimeout(() => socket.readyState === WebSocket.OPEN && send("resync", { channel }), 1_000);
    }
  });
  // A close follows.
  socket.addEventListener("error", () => undefined);
  socket.addEventListener("close", () => {
    clearInterval(ping);
    clearTimeout(silence);
    sequence = undefined;
    if (reconnectMs !== undefined) setTimeout(connect, reconnectMs);
  });
}

connect();
