import type { UserText } from './text.ts'

const spanish: UserText = {
  nameTitle: '¿Cómo se llama?',
  nameHint: 'Su nombre aparece junto a lo que escribe.',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  phone: 'Teléfono',
  phoneHelp: 'Con el prefijo del país, como +34612345678',
  continue: 'Continuar',
  kycTitle: 'Sobre su empresa',
  kycHint: 'Así, quienes trabajan con usted saben con quién tratan. Los datos se guardan al momento.',
  companyType: 'Tipo de empresa',
  companySize: 'Tamaño',
  jobRole: 'Su rol',
  country: 'País',
  more: 'Más',
  moreHint: 'Todos estos datos son opcionales.',
  mainTrade: 'Especialidad principal',
  useCasesLabel: 'Para qué quiere usarlo',
  useCases: {
    ISSUES: 'Incidencias y defectos',
    MODEL_REVIEW: 'Ver modelos',
    COORDINATION: 'Coordinación e interferencias',
    SITE: 'Trabajo en obra',
    HANDOVER: 'Entrega',
    OPERATION: 'Explotación del edificio',
  },
  legalName: 'Razón social',
  registrationNumber: 'Número de registro',
  website: 'Sitio web',
  heardFrom: '¿Cómo nos ha conocido?',
  marketing: 'Recibir novedades del producto',
  saveAndContinue: 'Guardar y continuar',
  picture: 'Imagen',
  companyTypes: {
    OWNER_DEVELOPER: 'Promotor o propietario',
    GENERAL_CONTRACTOR: 'Contratista general',
    SUBCONTRACTOR: 'Subcontratista',
    ARCHITECT: 'Estudio de arquitectura',
    ENGINEER: 'Ingeniería',
    BIM_CONSULTANT: 'Consultoría BIM',
    SUPPLIER: 'Proveedor',
    PUBLIC_AUTHORITY: 'Administración pública',
    FACILITY_MANAGER: 'Gestión de edificios',
    EDUCATION: 'Centro educativo',
    OTHER: 'Otro',
  },
  people: (size) => {
    if (size === '1') return 'Solo yo'
    return size === '1000+' ? 'Más de 1000 personas' : `De ${size.replace('-', ' a ')} personas`
  },
}
export default spanish
