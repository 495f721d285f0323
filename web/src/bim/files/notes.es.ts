import bcf from '../../bcf/notes.es.ts'
import type { Texts } from '../../languages/texts.ts'

const spanish: Texts['fileNotes'] = {
  ACTIVE_CONTENT: 'El plano contiene un script o una página web. Expórtelo sin scripts ni enlaces.',
  DOCTYPE: 'El plano declara un tipo de documento. Expórtelo como SVG 1.1 sencillo, sin DOCTYPE.',
  EXTERNAL_FILES: 'El plano remite a archivos que no están en él. Incruste imágenes y fuentes al exportar.',
  ARCHIVE:
    'El archivo comprimido no se puede leer o no contiene exactamente un modelo. Suba el propio archivo .ifc.',
  ARCHIVE_LIMIT: 'El archivo es demasiado grande una vez descomprimido. Suba el propio archivo .ifc.',
  CRASHED:
    'El proceso se ha interrumpido de forma inesperada. Inténtelo de nuevo; si no, exporte otra vez el modelo o divídalo.',
  DAMAGED: 'El archivo está dañado. Expórtelo de nuevo y vuelva a subirlo.',
  EMPTY: 'El archivo está vacío. Exporte de nuevo el modelo.',
  ENCODING: 'El plano no está escrito en UTF-8. Expórtelo como UTF-8.',
  INTERNAL: 'El servidor no ha podido procesar este archivo. Reinicie el proceso o pregunte al operador.',
  KILLED:
    'El sistema del servidor ha terminado el proceso, como hace cuando falta memoria. Divida el modelo o pregunte al operador.',
  NOT_IFC: 'No es un archivo IFC. Exporte el modelo como IFC desde su programa de diseño.',
  NO_GEOMETRY:
    'No se ha podido mostrar ninguna parte del modelo. Revíselo en su programa y expórtelo de nuevo.',
  NO_PROJECT: 'El archivo no contiene ningún proyecto (IfcProject), así que no es un modelo de edificio.',
  OUT_OF_MEMORY: 'El modelo necesita más memoria de la permitida. Divídalo por plantas o por oficios.',
  STALLED: 'El proceso se ha quedado parado. Exporte de nuevo el modelo o divídalo.',
  STOPPED: 'El proceso se ha detenido. Reinícielo cuando necesite el modelo.',
  SYNTAX: 'Una línea del archivo no se puede leer. Exporte de nuevo el modelo.',
  TIMED_OUT: 'El proceso ha durado más de lo permitido. Divida el modelo por plantas o por oficios.',
  TOO_COMPLEX: 'El archivo tiene más partes de las que se pueden mostrar. Simplifíquelo o divídalo.',
  TOO_LARGE: 'El archivo es demasiado grande para mostrarlo. Expórtelo más pequeño o como PDF.',
  TRUNCATED: 'El archivo está cortado: le falta el final. Expórtelo de nuevo o vuelva a subirlo.',
  UNKNOWN_SCHEMA: 'Esta versión de IFC no se lee. Elija IFC2X3, IFC4 o IFC4X3 al exportar.',
  WORKER_LOST:
    'El proceso se ha interrumpido dos veces. Reinícielo; quizá el archivo sea demasiado grande para este servidor.',
  WRONG_CONTENT: 'El contenido del archivo no es lo que dice su nombre. Guárdelo con la extensión correcta.',
  WRONG_SUM: 'Los bytes recibidos no son los enviados. Vuelva a subir el archivo como versión nueva.',
  COMPRESSION:
    'Está comprimido de un modo que no se puede mostrar aquí: descárguelo, o expórtelo con meshopt o sin compresión.',
  COORDINATE: 'Algunas partes tienen coordenadas imposibles y no se muestran.',
  CUT_AWAY: 'Algunas partes no se ven porque sus huecos no dejan nada de ellas.',
  DANGLING_REFERENCE: 'El archivo remite a partes que no están en él.',
  DUPLICATE_NUMBER: 'Hay números repetidos; vale el primero.',
  GEOMETRY: 'Algunas partes tienen una forma que no se ha podido mostrar.',
  LINEAR_PLACEMENT:
    'Hay elementos colocados a lo largo de un trazado; compruebe su posición antes de fiarse de ella.',
  MISSING_SHAPE: 'Algunas partes remiten a una forma que no está en el archivo.',
  NO_SHAPES: 'El archivo no contiene formas; solo se ven su estructura y sus propiedades.',
  PLACEMENT_LOOP: 'Algunas posiciones remiten a sí mismas; esas partes pueden estar mal colocadas.',
  PROPERTIES_LIMIT:
    'Algunos elementos se muestran sin propiedades, porque el archivo contiene más de las que se pueden guardar.',
  SECOND_ENGINE:
    'Algunas partes solo se han podido dibujar de una segunda manera; compárelas con su programa de diseño.',
  SPATIAL_LOOP:
    'Algunas partes se contienen a sí mismas o están en dos lugares del árbol; cada una se muestra una vez.',
  TEXT_ENCODING: 'Algunos textos están mal codificados y se muestran lo mejor posible.',
  UNIT: 'Las unidades están indicadas de forma incompleta; compruebe una medida conocida.',
  ...bcf,
}
export default spanish
