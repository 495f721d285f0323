import { catalogue } from '../base/language.ts'

const english = {
  title: 'Project settings',
  general: 'General',
  name: 'Name',
  code: 'Code',
  codeHelp: 'Your company’s own number for it',
  description: 'Description',
  address: 'Address',
  country: 'Country',
  timezone: 'Time zone',
  timezoneHelp: 'Decides when something is overdue',
  start: 'Start',
  end: 'End',
  units: 'Units',
  unitNames: { METRIC: 'Metric', IMPERIAL: 'Imperial' },
  scope: 'What contributors see',
  scopeHelp: 'Editors and administrators see every issue that is not private to others.',
  scopeNames: { ALL: 'All issues', OWN_COMPANY: 'Those of their own company, and what they have to do with' },
  save: 'Save',
  picture: 'Picture',
  pictureHint: 'Stands for the project in lists. Without one, its first model does.',
  changePicture: 'Change picture',
  levels: 'Levels',
  levelsHint: 'Models bring their storeys; add what they lack.',
  noLevels: 'No level yet',
  level: 'Level',
  elevation: 'Elevation',
  addLevel: 'Add level',
  editLevel: (name: string) => `Edit level ${name}`,
  deleteLevel: (name: string) => `Delete level ${name}`,
  deleteLevelTitle: 'Delete level',
  deleteLevelHint: (name: string) => `Models and issues on ${name} stay, without a level.`,
  sections: 'Sections',
  sectionsHint: 'Zones or parts of the building, for models and issues.',
  noSections: 'No section yet',
  section: 'Section',
  color: 'Colour',
  addSection: 'Add section',
  editSection: (name: string) => `Edit section ${name}`,
  deleteSection: (name: string) => `Delete section ${name}`,
  deleteSectionTitle: 'Delete section',
  deleteSectionHint: (name: string) => `Models and issues in ${name} stay, without a section.`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  sameName: 'There is one of this name already',
  danger: 'Danger zone',
  archive: 'Archive project',
  archiveHint: 'It can still be read and exported by everybody, and changed by nobody.',
  unarchive: 'Make active again',
  unarchiveHint: 'Everybody can work on it again as before.',
  delete: 'Delete project',
  deleteHint: 'Everything in it is gone for everybody. Administrators can restore it for 30 days.',
  restricted: 'You do not have access',
  restrictedHint: 'Editors see levels and sections here, administrators everything.',
}
export type ProjectSettingsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    projectSettings: ProjectSettingsText
  }
}

export const useProjectSettingsText = catalogue('projectSettings', english)
