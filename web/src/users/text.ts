import type { companySizes, companyTypes } from '@plumbline/contract/users/users'
import { catalogue } from '../base/language.ts'

const companyTypeNames: Record<(typeof companyTypes)[number], string> = {
  OWNER_DEVELOPER: 'Owner or developer',
  GENERAL_CONTRACTOR: 'General contractor',
  SUBCONTRACTOR: 'Subcontractor',
  ARCHITECT: 'Architect',
  ENGINEER: 'Engineer',
  BIM_CONSULTANT: 'BIM consultant',
  SUPPLIER: 'Supplier',
  PUBLIC_AUTHORITY: 'Public authority',
  FACILITY_MANAGER: 'Facility manager',
  EDUCATION: 'Education',
  OTHER: 'Other',
}

const useCaseNames = {
  ISSUES: 'Issues and defects',
  MODEL_REVIEW: 'Model review',
  COORDINATION: 'Coordination and clashes',
  SITE: 'Site work',
  HANDOVER: 'Handover',
  OPERATION: 'Building operation',
}

const people = (size: (typeof companySizes)[number]) =>
  size === '1' ? 'Just me' : `${size.replace('-', ' to ')} people`

const english = {
  nameTitle: 'Tell us your name',
  nameHint: 'Shown with everything you write.',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  phoneHelp: 'With country code, such as +4915112345678',
  continue: 'Continue',
  kycTitle: 'About your company',
  kycHint: 'So that the people you work with know who you are. Your answers are saved as you go.',
  companyType: 'Type of company',
  companySize: 'Size',
  jobRole: 'Your role',
  country: 'Country',
  more: 'More',
  moreHint: 'All of this is optional.',
  mainTrade: 'Main trade',
  useCasesLabel: 'What will you use it for?',
  useCases: useCaseNames,
  legalName: 'Legal name',
  registrationNumber: 'Registration number',
  website: 'Website',
  heardFrom: 'How did you hear about us?',
  marketing: 'Send me product news',
  saveAndContinue: 'Save and continue',
  picture: 'Picture',
  companyTypes: companyTypeNames,
  people,
}

export type UserText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    users: UserText
  }
}
export const useUserText = catalogue('users', english)
