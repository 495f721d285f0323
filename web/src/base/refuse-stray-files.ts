function refuse(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** Refuses files dropped outside a drop zone: the browser would open them in place of the application. */
export function refuseStrayFiles() {
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
