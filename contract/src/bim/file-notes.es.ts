import type { FileNotes } from './file-notes.ts'

const spanish: FileNotes = {
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
  NO_INDEX:
    'De este modelo no hay guardado ningún índice de elementos de la versión actual. Vuelva a subir el archivo o conviértalo de nuevo con una versión más reciente del servidor.',
  NO_PROJECT: 'El archivo no contiene ningún proyecto (IfcProject), así que no es un modelo de edificio.',
  OUT_OF_MEMORY: 'El modelo necesita más memoria de la permitida. Divídalo por niveles o por especialidades.',
  STALLED: 'El proceso se ha quedado parado. Exporte de nuevo el modelo o divídalo.',
  STOPPED: 'El proceso se ha detenido. Reinícielo cuando necesite el modelo.',
  SYNTAX: 'Una línea del archivo no se puede leer. Exporte de nuevo el modelo.',
  TIMED_OUT: 'El proceso ha durado más de lo permitido. Divida el modelo por niveles o por especialidades.',
  TOO_COMPLEX: 'El archivo tiene más partes de las que se pueden mostrar. Simplifíquelo o divídalo.',
  TOO_LARGE: 'El archivo es demasiado grande para mostrarlo. Expórtelo más pequeño o como PDF.',
  TRUNCATED: 'El archivo está cortado: le falta el final. Expórtelo de nuevo o vuelva a subirlo.',
  UNKNOWN_SCHEMA: 'Esta versión de IFC no se lee. Elija IFC2X3, IFC4 o IFC4X3 al exportar.',
  DISK_FULL: 'El disco de este servidor está lleno. Pida espacio a su operador y vuelva a empezar.',
  WORKER_LOST:
    'El proceso se ha interrumpido dos veces. Reinícielo; quizá el archivo sea demasiado grande para este servidor.',
  WRONG_CONTENT: 'El contenido del archivo no es lo que dice su nombre. Guárdelo con la extensión correcta.',
  WRONG_SUM: 'Los bytes recibidos no son los enviados. Vuelva a subir el archivo como versión nueva.',
  COORDINATE: 'Algunas partes tienen coordenadas imposibles y no se muestran.',
  CUT_AWAY: 'Algunas partes no se ven porque sus huecos no dejan nada de ellas.',
  DANGLING_REFERENCE: 'El archivo remite a partes que no están en él.',
  DUPLICATE_NUMBER: 'Hay números repetidos; vale el primero.',
  GEOMETRY: 'Algunas partes tienen una forma que no se ha podido mostrar.',
  GRID_PLACEMENT:
    'Hay elementos situados en ejes de una cuadrícula que no se pudieron evaluar; pueden estar en un lugar equivocado.',
  LINEAR_PLACEMENT:
    'Hay elementos situados a lo largo de un trazado que no se pudo evaluar o que contradice su posición indicada; compruébelos.',
  LINES_ONLY: 'El archivo solo contiene líneas, como trazados, ejes o anotaciones.',
  LINES_UNREAD: 'Algunas líneas, como ejes o anotaciones, no se pudieron leer y no se dibujan.',
  LINES_LIMIT: 'El archivo contiene más líneas de las que se pueden dibujar; faltan algunas.',
  LAYER_OFF:
    'Algunas capas están desactivadas o congeladas en el archivo; sus elementos se muestran de todos modos.',
  LEFT_OUT: 'El archivo contiene también plazos, costes, restricciones o cargas, que no se muestran.',
  XML_UNREAD: 'Algunas partes del XML no se conocen en IFC4 y no se leyeron.',
  MISSING_SHAPE: 'Algunas partes remiten a una forma que no está en el archivo.',
  NO_SHAPES: 'El archivo no contiene formas; solo se ven su estructura y sus propiedades.',
  PARTS_UNKNOWN:
    'Algunos elementos se muestran sin las superficies o los sólidos de un tipo que no se puede dibujar.',
  PLACEMENT_LOOP: 'Algunas posiciones remiten a sí mismas; esas partes pueden estar mal colocadas.',
  POINT_NUMBERS:
    'Algunas formas numeran sus puntos de un modo que no se pudo evaluar; pueden ser incorrectas.',
  PROPERTIES_LIMIT:
    'Algunos elementos se muestran sin propiedades, porque el archivo contiene más de las que se pueden guardar.',
  RELATED_LIMIT:
    'Algunos elementos tienen más conjuntos de propiedades, materiales, documentos o conexiones que los 400 primeros, que se muestran.',
  SECOND_ENGINE:
    'Algunas partes solo se han podido dibujar de una segunda manera; compárelas con su programa de diseño.',
  SPATIAL_LOOP:
    'Algunas partes se contienen a sí mismas o están en dos lugares del árbol; cada una se muestra una vez.',
  TEXT_ENCODING: 'Algunos textos están mal codificados y se muestran lo mejor posible.',
  UNIT: 'Las unidades están indicadas de forma incompleta; compruebe una medida conocida.',
  SHAPE_LOOP: 'Algunos elementos tienen una forma que se contiene a sí misma y no se muestran.',
  TOO_MANY_PARTS: 'Algunos elementos repiten sus partes tantas veces que no se pueden mostrar.',
  WRONG_REFERENCE:
    'Algunos datos remiten a un objeto del tipo equivocado o a ninguno; lo que dicen está incompleto o mal situado.',
  WRONG_ARGUMENTS:
    'A algunos datos les faltan valores obligatorios o tienen demasiados; lo que describen puede ser erróneo o no verse.',
  WRONG_VALUE:
    'Algunas formas tienen un tamaño que no es mayor que cero o una dirección de longitud cero; pueden ser erróneas o no verse.',
  SEVERAL_PROJECTS: 'El archivo contiene varios proyectos; se usan las unidades y la ubicación del primero.',
  LARGE_NUMBER: 'Algunos números superan los 32 bits; se han sustituido.',
  SCALE: 'Las unidades del archivo se pueden leer de dos maneras; compruebe una medida conocida.',
  BAD_GUID:
    'Algunos elementos no tienen un GlobalId válido; puede que las incidencias y las comparaciones no los encuentren.',
  SAME_GUID:
    'Algunos elementos comparten su GlobalId con otro; las incidencias y las comparaciones pueden confundirlos.',
  NOT_SHOWN_COORDINATE: 'La posición no es un número válido o queda muy lejos del modelo.',
  NOT_SHOWN_MISSING_SHAPE: 'El archivo remite a una forma que no contiene.',
  NOT_SHOWN_CUT_AWAY: 'Los huecos recortan toda la forma.',
  NOT_SHOWN_GEOMETRY: 'La forma está vacía, no tiene extensión o tiene un perfil que no se puede dibujar.',
  NOT_SHOWN_UNKNOWN_SHAPE: 'La forma es una superficie o un sólido de una clase que no se puede dibujar.',
  NOT_SHOWN_NESTED_CUTS: 'La forma se compone de demasiados cortes anidados.',
  NOT_SHOWN_SHAPE_LOOP: 'La forma se contiene a sí misma.',
  NOT_SHOWN_TOO_MANY_PARTS: 'La forma se compone de demasiadas partes repetidas.',
  BCF_NOT_AN_ARCHIVE: 'Esto no es un archivo BCF, o está cortado. Elija un archivo .bcf o .bcfzip.',
  BCF_DAMAGED: 'El archivo está dañado. Exporte de nuevo las incidencias.',
  BCF_TOO_MANY_ENTRIES:
    'El archivo comprimido contiene demasiados ficheros. Exporte menos incidencias a la vez.',
  BCF_LEADS_OUT:
    'Un fichero del archivo se guardaría fuera de él. Ningún programa escribe eso por error: pregunte de dónde viene.',
  BCF_ABSOLUTE_NAME: 'Un fichero del archivo nombra un lugar de un disco. Pregunte de dónde viene.',
  BCF_BAD_NAME: 'Un fichero del archivo tiene un nombre no permitido. Pregunte de dónde viene.',
  BCF_LINK: 'El archivo contiene un enlace en lugar de un fichero. Pregunte de dónde viene.',
  BCF_ENCRYPTED: 'El archivo está cifrado. Expórtelo sin contraseña.',
  BCF_PACKED_OTHERWISE:
    'El archivo está comprimido de un modo que BCF no conoce. Exporte de nuevo las incidencias.',
  BCF_SAME_NAME: 'Un fichero está dos veces en el archivo. Exporte de nuevo las incidencias.',
  BCF_OVERLAPPING: 'Hay ficheros del archivo que comparten sus bytes. Pregunte de dónde viene.',
  BCF_BOMB: 'Un fichero del archivo crece sin fin al descomprimirse. Pregunte de dónde viene.',
  BCF_ENTRY_TOO_LARGE: 'Un fichero del archivo es demasiado grande. Exporte menos incidencias a la vez.',
  BCF_ARCHIVE_TOO_LARGE: 'Descomprimido, el archivo es demasiado grande. Exporte menos incidencias a la vez.',
  BCF_NO_VERSION: 'Al archivo le falta el fichero «bcf.version». Elija un archivo BCF de 1.0 a 3.0.',
  BCF_SEVERAL_VERSIONS: 'El archivo contiene varios archivos BCF. Importe cada uno por separado.',
  BCF_UNKNOWN_VERSION: 'Esta versión de BCF no se lee. Exporte como BCF de 1.0 a 3.0.',
  BCF_ENCODING:
    'Un fichero del archivo no está escrito en la codificación que indica. Exporte de nuevo las incidencias.',
  BCF_DOCTYPE:
    'Un fichero del archivo declara un tipo de documento que podría leer ficheros del servidor. Pregunte de dónde viene.',
  BCF_ENTITY: 'Un fichero del archivo usa una entidad que XML no conoce. Exporte de nuevo las incidencias.',
  BCF_NOT_XML: 'Un fichero del archivo no es XML legible. Exporte de nuevo las incidencias.',
  BCF_TOO_DEEP: 'Un fichero del archivo está anidado a demasiada profundidad. Pregunte de dónde viene.',
  BCF_TOO_MANY_ATTRIBUTES: 'Un elemento del archivo tiene demasiados atributos. Pregunte de dónde viene.',
  BCF_TOO_MANY_ELEMENTS:
    'Un fichero del archivo tiene demasiados elementos. Exporte menos incidencias a la vez.',
  BCF_TEXT_TOO_LONG: 'Un texto del archivo es demasiado largo. Exporte menos incidencias a la vez.',
  BCF_TOO_MUCH_XML: 'El archivo contiene demasiado XML. Exporte menos incidencias a la vez.',
  BCF_OTHER_CONTENT:
    'Un fichero del archivo contiene algo distinto de lo que dice su nombre. Exporte de nuevo las incidencias.',
  BCF_TOO_MANY:
    'El archivo contiene más incidencias, o partes de ellas, de las que se leen. Exporte menos a la vez.',
  BCF_SAME_TOPIC: 'Una incidencia está dos veces en el archivo. Exporte de nuevo las incidencias.',
  BCF_LOST:
    'La importación se interrumpió dos veces. Inténtelo de nuevo; quizá el archivo sea demasiado grande para este servidor.',
  BCF_INTERNAL: 'El servidor no pudo leer este archivo. Inténtelo de nuevo o pregunte al operador.',
  BCF_RIGHTS:
    'Quien empezó esta importación ya no puede cambiar el proyecto. Pídaselo a un editor del proyecto.',
  BCF_MISSING_FILE: 'Hay ficheros nombrados que no están en el archivo.',
  BCF_BAD_DATE: 'Algunas fechas no lo son.',
  BCF_BAD_GUID: 'Se sustituyeron GUID no válidos.',
  BCF_SAME_GUID: 'Varias partes de una incidencia tienen el mismo GUID: las últimas recibieron otro.',
  BCF_MISSING_VALUE: 'Faltan títulos, autores o fechas.',
  BCF_BAD_GEOMETRY: 'Se omitieron cámaras, planos o líneas con números imposibles.',
  BCF_BAD_COMPONENT: 'Se omitieron componentes sin identificador utilizable.',
  BCF_EMPTY: 'Se omitieron puntos de vista sin contenido.',
  BCF_MISSING_VIEWPOINT: 'Hay comentarios que muestran puntos de vista que no están en su incidencia.',
  BCF_LEFT_OUT: 'Se omitió lo que no tiene lugar en BCF 3.0.',
  BCF_NO_PICTURE: 'Se omitieron imágenes que no son PNG ni JPEG, o que son demasiado grandes.',
  BCF_TOO_MANY_DOCUMENTS: 'Se omitieron los documentos que pasan de los 20 que puede tener una incidencia.',
}
export default spanish
