import { counter } from '../base/language.ts'
import type { RunsText } from './runs-text.ts'

const count = counter('es')

const spanish: RunsText = {
  run: {
    states: { RUNNING: 'En curso', PAUSED: 'En pausa', COMPLETED: 'Terminado', CANCELLED: 'Cancelado' },
    started: (time) => `Iniciado ${time}`,
    progress: 'Progreso',
    of: (done, all) => `${done} de ${all}`,
    done: 'Hechos',
    skipped: 'Omitidos',
    skippedHint: 'Eliminados entretanto o ya innecesarios',
    failed: 'Fallidos',
    left: 'Pendientes',
    pause: 'Pausar',
    resume: 'Continuar',
    cancel: 'Cancelar',
    failures: 'Fallos',
    shown: (shown, all) => `Los primeros ${shown} de ${all} fallos`,
    version: (number) => `versión ${number}`,
    isOpen: 'Hay una pasada abierta',
  },
  reconversion: {
    title: 'Modelos de un conversor anterior',
    hint: 'Lo que esta versión del servidor lee de los modelos falta en los que convirtió una anterior. Se convierten de nuevo en segundo plano, uno tras otro y después de lo que la gente sube. Todos conservan el resultado anterior hasta que llega el nuevo, y también si una conversión falla. Lo mismo que npm run operator -- reconvert.',
    counted: (models, companies) =>
      `${count(models, 'modelo', 'modelos')} de ${count(companies, 'empresa', 'empresas')} ${models === 1 ? 'fue convertido' : 'fueron convertidos'} por otra versión.`,
    none: 'Todos los modelos fueron convertidos por esta versión.',
    unread: (models) => `${count(models, 'modelo se está', 'modelos se están')} examinando todavía.`,
    converter: (name) => `Este servidor: ${name}`,
    all: 'Convertir todos de nuevo',
    again: 'Convertir de nuevo',
    companies: 'Empresas con modelos anteriores',
    models: (models) => count(models, 'modelo', 'modelos'),
    list: (company) => `Modelos de ${company}`,
    unknown: 'versión desconocida',
    begun: (models) =>
      count(models, 'modelo espera a ser convertido de nuevo', 'modelos esperan a ser convertidos de nuevo'),
  },
  reindex: {
    title: 'Datos derivados',
    hint: 'Los índices de elementos de los modelos, las palabras buscables de incidencias y mensajes y los contadores de incidencias se comparan con aquello de lo que proceden y se corrigen. Las búsquedas encuentran las filas anteriores hasta que llegan las nuevas. Se ejecuta en segundo plano, también durante el mantenimiento. Lo mismo que npm run operator -- reindex.',
    all: 'Reconstruir todo',
    one: 'Reconstruir',
    limit: 'Elegir',
    companies: 'Empresas por bytes guardados',
    list: (company) => `Proyectos de ${company}`,
    begun: (items) => count(items, 'índice espera a ser reconstruido', 'índices esperan a ser reconstruidos'),
    differed: (rows) =>
      count(
        rows,
        'fila difería de su origen y se ha corregido.',
        'filas diferían de su origen y se han corregido.',
      ),
    same: 'Ninguna fila difería de su origen.',
  },
}
export default spanish
