import { counter } from '../../base/language.ts'
import type { ElementText } from './text.ts'

const count = counter('es')

const spanish: ElementText = {
  elements: 'Elementos',
  search: 'Buscar elementos',
  searchHint: 'Palabras, un tipo o un GlobalId',
  backToModels: 'Modelos',
  filters: (active) => (active === 0 ? 'Filtros' : `Filtros (${active})`),
  class: 'Clase',
  type: 'Tipo',
  storey: 'Nivel',
  system: 'Sistema',
  classification: 'Clasificación',
  material: 'Material',
  counted: (value, number) => `${value} (${number})`,
  property: 'Propiedad',
  propertyHint: 'FireRating, Width…',
  operator: 'Comparación',
  operators: {
    '=': 'es',
    '!=': 'no es',
    '<': 'menor que',
    '<=': 'como máximo',
    '>': 'mayor que',
    '>=': 'como mínimo',
    '~': 'contiene',
    exists: 'está indicado',
  },
  value: 'Valor',
  valueHint: (example) => `por ejemplo ${example}`,
  yes: 'Verdadero',
  no: 'Falso',
  addCondition: 'Añadir condición',
  conditions: 'Condiciones',
  removeCondition: (condition) => `Quitar ${condition}`,
  clear: 'Borrar todo',
  found: (number) => count(number, 'elemento', 'elementos'),
  chosen: (number, most) =>
    number > most
      ? `${number} seleccionados, se muestran los primeros ${most}`
      : count(number, 'seleccionado', 'seleccionados'),
  showInModel: 'Mostrar en el modelo',
  showFirst: (most) => `Mostrar los primeros ${most} en 3D`,
  download: 'Descargar como CSV',
  tooManyToDownload: (most) =>
    `Se pueden descargar como máximo ${count(most, 'elemento', 'elementos')} a la vez. Acote la búsqueda.`,
  name: 'Nombre',
  file: 'Archivo',
  unnamed: 'Sin nombre',
  more: 'Mostrar más',
  loadFailed: 'No se pudieron cargar los elementos.',
  noModels: 'Aún no hay modelos en los que buscar',
  noModelsHint: 'Los elementos de un modelo se pueden buscar aquí en cuanto se haya procesado.',
  toModels: 'Abrir los modelos',
  nothing: 'Ningún elemento coincide',
  nothingHint: 'Pruebe con menos palabras, otro nivel o menos condiciones.',
}
export default spanish
