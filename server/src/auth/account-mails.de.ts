import type { AccountMailTexts } from './account-mails.ts'

export const accountMailsDe: AccountMailTexts = {
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    line: 'Folgen Sie dem Link, um Ihr Plumbline-Konto anzulegen, oder geben Sie diesen Schlüssel dort ein, wo Sie sich registriert haben:',
    action: 'Konto anlegen',
    closing:
      'Der Link gilt 24 Stunden, der Schlüssel 10 Minuten. Wenn Sie kein Konto wollten, können Sie diese Mail ignorieren.',
  },
  knownAddress: {
    subject: 'Sie haben schon ein Konto',
    line: 'Jemand, wahrscheinlich Sie, wollte mit dieser Adresse ein Plumbline-Konto anlegen. Es gibt schon eines: Melden Sie sich an, oder setzen Sie ein neues Passwort, wenn Sie das alte nicht mehr wissen.',
    action: 'Anmelden',
    closing: 'Wenn Sie es nicht waren, können Sie diese Mail ignorieren: Es wurde nichts geändert.',
  },
  reset: {
    subject: 'Neues Passwort setzen',
    line: 'Folgen Sie dem Link, um ein neues Passwort für Ihr Plumbline-Konto zu setzen.',
    action: 'Neues Passwort setzen',
    closing:
      'Der Link gilt 24 Stunden und einmal. Wenn Sie ihn nicht wollten, können Sie diese Mail ignorieren.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    line: 'Das Passwort Ihres Plumbline-Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet. Passkeys, API-Token und verbundene Programme bleiben: Prüfen Sie sie in Ihrem Profil und entfernen Sie, was Sie nicht kennen.',
    action: 'Profil öffnen',
    closing:
      'Wenn Sie es nicht waren, setzen Sie sofort ein neues Passwort mit „Passwort vergessen?“ auf der Anmeldeseite.',
  },
  emailFromOld: (email) => ({
    subject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
    line: `Ihr Plumbline-Konto soll künftig die Adresse ${email} haben. Folgen Sie dem Link, um zuzustimmen; auch die Mail an die neue Adresse muss bestätigt werden.`,
    action: 'Der Änderung zustimmen',
    closing:
      'Der Link gilt 24 Stunden. Wenn Sie es nicht waren, ändern Sie Ihr Passwort: Noch ist nichts geändert.',
  }),
  emailToNew: (email) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    line: `Das Plumbline-Konto von ${email} soll künftig diese Adresse haben. Folgen Sie dem Link, um zu bestätigen, dass sie Ihnen gehört; auch die Mail an die alte Adresse muss bestätigt werden.`,
    action: 'Diese Adresse bestätigen',
    closing: 'Der Link gilt 24 Stunden. Wenn Sie ihn nicht wollten, können Sie diese Mail ignorieren.',
  }),
  emailTaken: {
    subject: 'Sie haben schon ein Konto',
    line: 'Jemand, wahrscheinlich Sie, wollte diese Adresse einem anderen Plumbline-Konto geben. Sie gehört schon zu einem Konto, daher wurde nichts geändert.',
    action: 'Anmelden',
    closing: 'Wenn Sie es nicht waren, können Sie diese Mail ignorieren.',
  },
  emailChanged: (email) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    line: `Ihr Plumbline-Konto hat jetzt die Adresse ${email}. Alle anderen Geräte wurden abgemeldet.`,
    action: 'Profil öffnen',
    closing: 'Mit dieser Adresse melden Sie sich nicht mehr an.',
  }),
  totpOn: {
    subject: 'Die Anmeldung in zwei Schritten ist ein',
    line: 'Ihr Plumbline-Konto fragt jetzt nach dem Passwort auch nach einem Code Ihrer Authentifizierungs-App. Bewahren Sie die Wiederherstellungscodes so auf, dass Sie sie ohne Ihr Telefon finden.',
    action: 'Profil öffnen',
    closing: 'Wenn Sie es nicht waren, setzen Sie sofort ein neues Passwort.',
  },
  totpOff: {
    subject: 'Die Anmeldung in zwei Schritten ist aus',
    line: 'Ihr Plumbline-Konto fragt nicht mehr nach einem Code einer Authentifizierungs-App.',
    action: 'Profil öffnen',
    closing: 'Wenn Sie es nicht waren, setzen Sie sofort ein neues Passwort.',
  },
  passkeyAdded: (name) => ({
    subject: 'Ein Passkey wurde hinzugefügt',
    line: `Mit dem Passkey „${name}“ kann man sich jetzt an Ihrem Plumbline-Konto anmelden.`,
    action: 'Profil öffnen',
    closing: 'Wenn Sie es nicht waren, entfernen Sie den Passkey und setzen Sie sofort ein neues Passwort.',
  }),
  tokenCreated: (name) => ({
    subject: 'Ein API-Token wurde erstellt',
    line: `Mit dem API-Token „${name}“ kann ein Programm jetzt in Ihrem Namen arbeiten.`,
    action: 'API-Zugriff öffnen',
    closing: 'Wenn Sie es nicht waren, widerrufen Sie das Token und setzen Sie sofort ein neues Passwort.',
  }),
  programConnected: (name) => ({
    subject: 'Ein Programm wurde verbunden',
    line: `Ein Programm, das sich „${name}“ nennt, arbeitet jetzt mit Ihrer Zustimmung in Ihrem Namen mit den Issues Ihrer Projekte.`,
    action: 'API-Zugriff öffnen',
    closing: 'Wenn Sie es nicht waren, trennen Sie das Programm und setzen Sie sofort ein neues Passwort.',
  }),
  goodbye: {
    subject: 'Ihr Konto wurde gelöscht',
    line: 'Ihr Plumbline-Konto und Ihre persönlichen Daten wurden gelöscht. Was Sie in Projekten anderer geschrieben haben, bleibt dort ohne Ihren Namen.',
    action: 'Plumbline besuchen',
    closing: 'Mit dieser Adresse kann jederzeit ein neues Konto angelegt werden.',
  },
  removedByOperator: {
    subject: 'Ihr Konto wurde gelöscht',
    line: 'Der Betreiber dieses Plumbline-Servers hat Ihr Konto und Ihre persönlichen Daten gelöscht. Was Sie in Projekten anderer geschrieben haben, bleibt dort ohne Ihren Namen.',
    action: 'Plumbline besuchen',
    closing:
      'Wenn Sie das nicht erwartet haben, fragen Sie den Betreiber des Servers oder den Administrator Ihrer Firma.',
  },
  lockedByOperator: {
    subject: 'Ihr Konto wurde gesperrt',
    line: 'Der Betreiber dieses Plumbline-Servers hat Ihr Konto gesperrt. Sie sind überall abgemeldet, und bis zur Entsperrung können weder Sie noch Ihre Programme sich anmelden. Es wurde nichts gelöscht.',
    action: 'Plumbline öffnen',
    closing:
      'Wenn Sie das nicht erwartet haben, fragen Sie den Betreiber des Servers oder den Administrator Ihrer Firma.',
  },
  unlockedByOperator: {
    subject: 'Ihr Konto wurde entsperrt',
    line: 'Der Betreiber dieses Plumbline-Servers hat Ihr Konto entsperrt. Sie können sich wieder anmelden.',
    action: 'Anmelden',
    closing: 'Alles ist wie zuvor.',
  },
  totpResetByOperator: {
    subject: 'Die Anmeldung in zwei Schritten wurde zurückgesetzt',
    line: 'Der Betreiber dieses Plumbline-Servers hat für Ihr Konto die Anmeldung in zwei Schritten ausgeschaltet und die Wiederherstellungscodes gelöscht. Melden Sie sich mit Ihrem Passwort an und richten Sie sie neu ein.',
    action: 'Profil öffnen',
    closing:
      'Wenn Sie nicht darum gebeten haben, setzen Sie sofort ein neues Passwort und sagen Sie dem Betreiber Bescheid.',
  },
  signedOutByOperator: {
    subject: 'Sie wurden überall abgemeldet',
    line: 'Der Betreiber dieses Plumbline-Servers hat Ihr Konto auf allen Geräten abgemeldet. Sie können sich jederzeit wieder anmelden.',
    action: 'Anmelden',
    closing: 'Wenn Sie das nicht erwartet haben, setzen Sie sicherheitshalber ein neues Passwort.',
  },
  mergedIntoThis: (email) => ({
    subject: 'Ihre zwei Konten sind jetzt eines',
    line: `Der Betreiber dieses Plumbline-Servers hat Ihr Konto ${email} mit diesem zusammengeführt. Firmen, Projekte, Issues, Kommentare und Unterhaltungen beider Konten sind jetzt hier. Melden Sie sich wie bisher mit dieser Adresse an; mit der anderen geht es nicht mehr, und ihre API-Token und verbundenen Programme wurden widerrufen.`,
    action: 'Plumbline öffnen',
    closing:
      'Wenn das andere Konto nicht Ihres war, melden Sie sich sofort beim Betreiber des Servers oder bei der Verwaltung Ihrer Firma.',
  }),
  mergedIntoOther: (email) => ({
    subject: 'Ihre zwei Konten sind jetzt eines',
    line: `Der Betreiber dieses Plumbline-Servers hat dieses Konto mit Ihrem Konto ${email} zusammengeführt. Firmen, Projekte, Issues, Kommentare und Unterhaltungen beider Konten sind jetzt dort. Melden Sie sich mit ${email} an; mit dieser Adresse geht es nicht mehr, und die API-Token und verbundenen Programme dieses Kontos wurden widerrufen.`,
    action: 'Anmelden',
    closing:
      'Wenn das andere Konto nicht Ihres ist, melden Sie sich sofort beim Betreiber des Servers oder bei der Verwaltung Ihrer Firma.',
  }),
  mergedAddress: (email) => ({
    subject: 'Ihr Konto hat eine andere Adresse',
    line: `Jemand, wahrscheinlich Sie, wollte sich mit dieser Adresse anmelden oder ein Plumbline-Konto anlegen. Ihr Konto wurde mit Ihrem Konto ${email} zusammengeführt: Melden Sie sich mit jener Adresse an.`,
    action: 'Anmelden',
    closing: 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Es wurde nichts geändert.',
  }),
  operatorAdded: {
    subject: 'Sie verwalten jetzt diesen Server',
    line: 'Ihr Plumbline-Konto ist jetzt Betreiber dieses Servers: Das Profilmenü hat nun den Eintrag „Verwaltung“.',
    action: 'Verwaltung öffnen',
    closing: 'Wenn Sie das nicht erwartet haben, sagen Sie denen Bescheid, die den Server betreiben.',
  },
  operatorRemoved: {
    subject: 'Sie verwalten diesen Server nicht mehr',
    line: 'Ihr Plumbline-Konto ist nicht mehr Betreiber dieses Servers.',
    action: 'Plumbline öffnen',
    closing: 'Ihre Projekte und Firmen bleiben, wie sie sind.',
  },
}
