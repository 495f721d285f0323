/** The browser's install prompt for the app, kept until the person uses it. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event as InstallOffer
  changed()
})
addEventListener('appinstalled', () => {
  offer = null
  changed()
})

export const installation = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isOffered: () => offer !== null,
  install: async () => {
    const taken = offer
    offer = null
    changed()
    await taken?.prompt()
  },
}
