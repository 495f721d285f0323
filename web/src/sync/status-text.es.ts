import type { SyncStatusText } from './status-text.ts'

const spanish: SyncStatusText = {
  badge: (number) => `Guardado en este dispositivo: ${number}`,
  syncing: 'Sincronizando',
  attention: 'Requiere atención',
  reach: {
    NETWORK: 'No tienes conexión.',
    PORTAL: 'Esta red pide que inicies sesión en ella primero.',
    SERVER: 'El servidor no funciona en este momento.',
    ANSWER: 'El servidor no responde.',
  },
  asOf: (time) => `Lo que ves es de las ${time}.`,
  notHere: 'Parte de esta página no está en este dispositivo.',
  kept: 'Lo que escribas se guarda aquí y se envía más tarde.',
  sessionEnded: 'Tu sesión ha terminado. Inicia sesión para enviar lo que espera en este dispositivo.',
  logIn: 'Iniciar sesión',
  updateReady: 'Hay una versión nueva de Plumbline.',
  updateNow: 'Actualizar ahora',
}
export default spanish
