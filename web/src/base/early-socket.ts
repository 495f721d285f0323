/** The socket of live updates, opened before its listener has loaded. */

export interface EarlySocket {
  socket: WebSocket
  /** received messages */
  messages: string[]
}

let early: EarlySocket | null = null

export function buildSocketUrl(): URL {
  const address = new URL('/ws/updates', location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return address
}

export function openEarlySocket() {
  const socket = new WebSocket(buildSocketUrl())
  const messages: string[] = []
  socket.onmessage = ({ data }) => void messages.push(String(data))
  early = { socket, messages }
}

/** The socket that was opened before, once, unless it has closed. */
export function takeEarlySocket(): EarlySocket | null {
  const taken = early
  early = null
  return taken && taken.socket.readyState <= WebSocket.OPEN ? taken : null
}

/** Closes the socket that nobody took: whoever signs in next has another session. */
export const dropEarlySocket = () => takeEarlySocket()?.socket.close()
