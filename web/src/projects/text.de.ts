import type { ProjectText } from './text.ts'

const german: ProjectText = {
  tabs: 'Projekt',
  issues: 'Issues',
  models: 'Modelle',
  viewer: '3D',
  members: 'Mitglieder',
  settings: 'Einstellungen',
  requestAccess: 'Zugriff anfragen',
  archived: 'Dieses Projekt ist archiviert: Es kann gelesen, aber nicht geändert werden.',
  noAccess: 'Kein Zugriff',
  noAccessHint: 'Dieses Projekt gibt es nicht oder Sie sind kein Mitglied.',
  toProjects: 'Zu den Projekten',
  loadFailed: 'Das konnte nicht geladen werden',
  tryAgain: 'Erneut versuchen',
  roles: {
    OWNER: 'Bauherr',
    PROJECT_MANAGER: 'Projektleitung',
    ARCHITECT: 'Architektur',
    STRUCTURAL_ENGINEER: 'Tragwerksplanung',
    MEP_ENGINEER: 'TGA-Planung',
    BIM_COORDINATOR: 'BIM-Koordination',
    GENERAL_CONTRACTOR: 'Generalunternehmer',
    SITE_MANAGER: 'Bauleitung',
    SUBCONTRACTOR: 'Nachunternehmer',
    QUALITY_SAFETY: 'Qualität und Sicherheit',
    SURVEYOR: 'Vermessung',
    FACILITY_MANAGER: 'Facility-Management',
    OTHER: 'Sonstige',
  },
  levels: {
    VIEWER: 'Betrachter',
    CONTRIBUTOR: 'Mitwirkender',
    EDITOR: 'Bearbeiter',
    ADMIN: 'Administrator',
  },
}
export default german
