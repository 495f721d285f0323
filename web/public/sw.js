/** Shows what is pushed, and opens what it is about. Nothing is kept or fetched here. */

self.addEventListener('push', (event) => {
  const { id, title, text, url } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      icon: '/icon-192.png',
      // the same one again takes the place of the first
      tag: id,
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.url ?? '/', self.location.origin)
  if (target.origin !== self.location.origin) return
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' })
    const [shown] = windows
    if (!shown) return self.clients.openWindow(target.href)
    await shown.focus()
    return shown.navigate(target.href)
  }
  event.waitUntil(open())
})
