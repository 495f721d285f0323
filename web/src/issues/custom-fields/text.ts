import { catalogue } from '../../base/language.ts'

const english = {
  title: 'Custom fields',
  hint: 'Shown in every issue of this project, and in its lists, filters and exports.',
  none: 'No custom fields yet',
  add: 'Add field',
  edit: (name: string) => `Edit field ${name}`,
  archive: (name: string) => `Archive field ${name}`,
  archiveTitle: 'Archive field',
  archiveHint: (name: string) =>
    `${name} is no longer offered. Issues keep their values, which return when you restore the field.`,
  archived: (count: number) => `Archived: ${count}`,
  restore: (name: string) => `Restore field ${name}`,
  restoreShort: 'Restore',
  name: 'Name',
  kind: 'Kind',
  kindHint: 'Cannot be changed later',
  kinds: {
    TEXT: 'Text',
    NUMBER: 'Number',
    DATE: 'Date',
    CHOICE: 'Choice',
    PERSON: 'Person',
    CHECKBOX: 'Checkbox',
  },
  choices: 'Choices',
  choice: (position: number) => `Choice ${position}`,
  addChoice: 'Add choice',
  removeChoice: (name: string) => `Remove choice ${name}`,
  initial: 'Default',
  initialHint: 'Filled in for new issues',
  requiredFor: 'Required for',
  requiredHint: 'Issues of these types cannot be created without it',
  required: (types: string) => `Required: ${types}`,
  save: 'Save',
  nothing: 'None',
  yes: 'Yes',
  no: 'No',
  unknown: 'Unknown field',
  contains: 'Contains',
}
export type CustomFieldsText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    customFields: CustomFieldsText
  }
}

export const useCustomFieldsText = catalogue('customFields', english)
