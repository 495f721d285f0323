import type { PresenceText } from './text.ts'

const german: PresenceText = {
  title: 'Wer ist da',
  summary: (here, online) => `Wer ist da: ${here} in diesem Projekt, ${online} online`,
  here: 'Hier',
  online: 'Online',
}
export default german
