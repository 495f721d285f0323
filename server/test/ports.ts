import net from 'node:net'

/** The system opens connections from 32,768 on (Linux) or 49,152 on: such a port can be taken before its program listens. */
const FIRST = 20_000
const COUNT = 12_000

/** A port that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const isFree = await new Promise<boolean>((resolve) => {
      const server = net.createServer()
      server.once('error', () => resolve(false))
      server.listen(port, () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
