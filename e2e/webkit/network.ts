import net from 'node:net'

/** A local port that forwards to another one until `cut` takes the network away, so that browsers see a lost network. */
export class Network {
  #isThere = true
  readonly #sockets = new Set<net.Socket>()
  readonly #server: net.Server

  private constructor(server: net.Server) {
    this.#server = server
  }

  static async open(target: string): Promise<Network> {
    const server = net.createServer()
    const network = new Network(server)
    server.on('connection', (near) => network.#connect(near, Number(new URL(target).port)))
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return network
  }

  #connect(near: net.Socket, port: number) {
    if (!this.#isThere) {
      near.resetAndDestroy()
      return
    }
    const far = net.connect(port, 'localhost')
    const pair = [near, far]
    for (const socket of pair) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        for (const each of pair) each.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as net.AddressInfo).port}`
  }

  lose() {
    this.#isThere = false
    for (const socket of this.#sockets) socket.destroy()
  }

  restore() {
    this.#isThere = true
  }

  async close() {
    this.lose()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
