import { counter } from '../app/language.ts'
import type { MarkerText } from './text.ts'

const count = counter('es')

const spanish: MarkerText = {
  newIssue: 'Nueva incidencia aquí',
  openIn3d: 'Abrir en 3D',
  nearest: 'Incidencias abiertas más cercanas',
  none: 'No hay nada abierto aquí',
  noneHint: 'Lo que hay que corregir aquí empieza con «Nueva incidencia aquí».',
  metres: (distance) => `a ${distance} m`,
  withoutPlace: 'en este nivel',
  unknown: 'Este código no abre nada',
  unknownHint: 'Fue revocado o no es miembro de su proyecto.',
  join: 'Unirse con un código',
  toProjects: 'Ir a los proyectos',
  sheets: 'Hojas QR',
  sheetsHint:
    'Impresa y colocada, cada una abre su lugar en cualquier teléfono: el nivel, las incidencias abiertas más cercanas y una nueva.',
  markers: (number) => count(number, 'marcador', 'marcadores'),
  size: 'Código, mm',
  paper: 'Papel',
  allAsPdf: 'Imprimir todo (PDF)',
  allAsZip: 'Todo en SVG (ZIP)',
  add: 'Añadir marcador',
  edit: (label) => `Editar el marcador ${label}`,
  save: 'Guardar',
  sheetOf: (label, format) => `Hoja de ${label} en ${format}`,
  revoke: 'Revocar',
  revokeOf: (label) => `Revocar el marcador ${label}`,
  revokeTitle: 'Revocar marcador',
  revokeHint: (label) => `Lo impreso para ${label} ya no abre nada. El lugar recibe un código nuevo.`,
  label: 'Etiqueta',
  level: 'Nivel',
  section: 'Zona',
  no: 'Ninguno',
  east: 'Este, m',
  north: 'Norte, m',
  height: 'Altura, m',
  heading: 'Dirección, °',
  headingHelp: 'Hacia dónde se mira al leerlo, en sentido horario desde el norte',
}
export default spanish
