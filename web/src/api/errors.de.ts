import type { Texts } from '../languages/texts.ts'

const german: Texts['errors'] = {
  offline: 'Keine Verbindung zum Server',
  bad_request: 'Diese Eingabe ist ungültig',
  // said of a wrong password and of one that is too easy to guess
  bad_password: 'Dieses Passwort stimmt nicht oder ist zu unsicher',
  bad_key: 'Dieser Code stimmt nicht',
  unauthenticated: 'Sie sind nicht angemeldet',
  second_factor_required: 'Den Code der Authenticator-App eingeben',
  bad_credentials: 'E-Mail-Adresse oder Passwort stimmt nicht',
  payment_required: 'Der Tarif dieser Firma umfasst das nicht',
  forbidden: 'Darauf haben Sie keinen Zugriff',
  bad_xsrf_token: 'Die Sitzung konnte nicht geprüft werden. Laden Sie die Seite neu.',
  not_found: 'Das gibt es nicht oder Sie haben keinen Zugriff darauf',
  conflict: 'Das verträgt sich nicht mit dem aktuellen Stand',
  wrong_state: 'Das ist im aktuellen Zustand nicht möglich',
  archived: 'Dieses Projekt ist archiviert und kann nur gelesen werden',
  payment_declined: 'Die Zahlung wurde abgelehnt',
  no_seats: 'Alle Plätze dieser Firma sind belegt',
  last_administrator: 'Der letzte Administrator kann weder gehen noch diese Berechtigungsstufe verlieren',
  already_exists: 'Das gibt es schon',
  link_expired: 'Der Bestätigungslink ist abgelaufen',
  stale: 'Jemand anders hat das inzwischen geändert',
  too_large: 'Das ist zu groß',
  unsupported_type: 'Diese Art von Datei wird nicht unterstützt',
  not_a_model: 'Das ist kein Bauwerksmodell',
  too_many_requests: 'Zu viele Anfragen. Versuchen Sie es später erneut.',
  internal: 'Serverfehler',
  unavailable: 'Der Server ist noch nicht bereit. Versuchen Sie es gleich erneut.',
}
export default german
