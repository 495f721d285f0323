import type { Texts } from '../base/language.ts'

const german: Texts['sentences'] = {
  Missing: 'Fehlt',
  'Not valid': 'Ungültig',
  'At least {count}': 'Mindestens {count}',
  'At most {count}': 'Höchstens {count}',
  'At least {count} characters': 'Mindestens {count} Zeichen',
  'At most {count} characters': 'Höchstens {count} Zeichen',
  'Not a part of this project': 'Gehört nicht zu diesem Projekt',
  'There is one with this name already': 'Dieser Name ist bereits vergeben',
  'This file is larger than {size} MB': 'Diese Datei ist größer als {size} MB',
  'Use a JPG or PNG image': 'Verwenden Sie ein Bild als JPG oder PNG',
  'This image has more than 100 megapixels': 'Dieses Bild hat mehr als 100 Megapixel',
  'This image is damaged. Use a JPG or PNG image':
    'Dieses Bild ist beschädigt. Verwenden Sie ein Bild als JPG oder PNG',
  'The file is empty': 'Die Datei ist leer',
  'A model is an .ifc or .ifczip file': 'Ein Modell ist eine .ifc- oder .ifczip-Datei',
  'This password is easy to guess': 'Dieses Passwort ist leicht zu erraten',
  'This password, or one like it, is in a list of stolen passwords':
    'Dieses oder ein sehr ähnliches Passwort steht in einer Liste gestohlener Passwörter',
  'This password repeats your name or e-mail':
    'Dieses Passwort wiederholt Ihren Namen oder Ihre E-Mail-Adresse',
  'This is not your password': 'Das ist nicht Ihr Passwort',
  'This key is not right': 'Dieser Code stimmt nicht',
  'This code is not right': 'Dieser Code stimmt nicht',
  'This is your address already': 'Das ist bereits Ihre Adresse',
  'Another account now uses this address': 'Inzwischen gehört diese Adresse zu einem anderen Konto',
  'Two-step sign-in is already on': 'Die Anmeldung in zwei Schritten ist bereits eingeschaltet',
  'Two-step sign-in is already off': 'Die Anmeldung in zwei Schritten ist bereits ausgeschaltet',
  'Start two-step sign-in first': 'Beginnen Sie die Einrichtung von vorn',
  'This passkey could not be verified': 'Dieser Passkey konnte nicht geprüft werden',
  'This passkey is already in use': 'Dieser Passkey wird bereits verwendet',
  'Create a company or join a project first':
    'Legen Sie zuerst eine Firma an oder treten Sie einem Projekt bei',
  'You have {count} tokens. Revoke one first.': 'Sie haben {count} Token: Widerrufen Sie zuerst eines',
  'No program is registered with this client_id': 'Unter dieser client_id ist hier kein Programm angemeldet',
  'The program has to send an S256 code_challenge':
    'Das Programm muss eine code_challenge nach S256 mitschicken',
  'You are the owner of {names}. Transfer it to another member or delete it first.':
    'Ihnen gehört {names}, und dort arbeiten auch andere. Übergeben Sie die Firma einer dieser Personen oder löschen Sie sie zuerst.',
  'Create a company first: projects belong to companies':
    'Legen Sie zuerst eine Firma an: Projekte gehören zu Firmen',
  'Only administrators of this company may create projects':
    'Nur Administratoren dieser Firma dürfen Projekte anlegen',
  '{count} seats are in use. Remove members or cancel invitations first.':
    '{count} Plätze sind belegt. Entfernen Sie zuerst Mitglieder oder ziehen Sie Einladungen zurück.',
  'All {count} seats are in use': 'Alle {count} Plätze sind belegt',
  'Transfer the company to another member first.': 'Übergeben Sie die Firma zuerst einer anderen Person.',
  'The owner cannot leave. Transfer the company to another member first, or delete it.':
    'Der Inhaber kann nicht austreten. Übergeben Sie sie zuerst einer anderen Person oder löschen Sie sie.',
  '{email} is already a member of this company.': '{email} ist bereits Mitglied dieser Firma.',
  'Another change of the subscription is in progress':
    'Eine andere Änderung des Abonnements ist noch im Gange',
  'There is no subscription to change': 'Es gibt kein Abonnement, das sich ändern ließe',
  'There is no subscription to cancel': 'Es gibt kein Abonnement, das sich kündigen ließe',
  'The subscription is already cancelled': 'Das Abonnement ist bereits gekündigt',
  'The subscription is cancelled. Undo the cancellation first.':
    'Das Abonnement ist gekündigt: Nehmen Sie das zuerst zurück',
  'There already is a subscription. Change it instead.': 'Es gibt bereits ein Abonnement: Ändern Sie es',
  'Cancel the subscription first': 'Kündigen Sie zuerst das Abonnement',
  'The free plan is already in use': 'Der kostenlose Tarif wird bereits genutzt',
  'Pay the overdue invoice first': 'Bezahlen Sie zuerst, was fällig ist',
  'There is no trial to extend': 'Es gibt keine Probezeit, die sich verlängern ließe',
  'A trial can be extended only once': 'Eine Probezeit wird einmal verlängert',
  'This plan can be changed only by the operator of this server':
    'Dieser Tarif ist mit dem Betreiber dieses Servers vereinbart',
  'The currency cannot be changed during a subscription': 'Die Währung bleibt, solange das Abonnement läuft',
  'Payments are switched off on this server': 'Zahlungen sind auf diesem Server abgeschaltet',
  'This sign-up code is used up or has expired': 'Dieser Anmeldecode ist aufgebraucht oder abgelaufen',
  'This is not a valid VAT number': 'Das ist keine gültige USt-IdNr.',
  'The last payment method cannot be removed during a subscription':
    'Die letzte Zahlungsart bleibt, solange das Abonnement läuft',
  'The plan of this company includes {count} active projects':
    'Der Tarif dieser Firma umfasst {count} aktive Projekte',
  'The plan of this company includes {count} seats': 'Der Tarif dieser Firma umfasst {count} Plätze',
  'The plan of this company includes {size} GB of storage':
    'Der Tarif dieser Firma umfasst {size} GB für Dateien',
  'The plan of this company allows files of up to {size} MB':
    'Der Tarif dieser Firma nimmt Dateien bis {size} MB an',
  'API tokens are part of the Business plan': 'API-Tokens gehören zum Tarif Business',
  'Webhooks are part of the Business plan': 'Webhooks gehören zum Tarif Business',
  'The subscription of this company is unpaid. You can still view and export everything.':
    'Das Abonnement dieser Firma ist nicht bezahlt: Lesen und exportieren lässt sich weiterhin alles',
  'Bank transfer': 'Überweisung',
  Card: 'Karte',
  'Add a payment method first.': 'Fügen Sie zuerst eine Zahlungsart hinzu.',
  'The card was declined. Use another one or ask your bank.':
    'Die Karte wurde abgelehnt. Verwenden Sie eine andere oder fragen Sie Ihre Bank.',
  'This card has insufficient funds.': 'Auf dieser Karte ist nicht genug Guthaben.',
  'This card has expired.': 'Diese Karte ist abgelaufen.',
  'Your bank requires a confirmation, which was not given.':
    'Ihre Bank verlangt eine Bestätigung, die sie nicht erhalten hat.',
  '{email} is already a member of this project.': '{email} ist bereits Mitglied dieses Projekts.',
  'This person is already a member.': 'Diese Person ist bereits Mitglied.',
  'No project has this code': 'Kein Projekt hat diesen Code',
  'This role does not exist there': 'Diese Rolle gibt es dort nicht',
  'This invitation was already accepted.': 'Diese Einladung wurde bereits angenommen.',
  'This invitation was already declined.': 'Diese Einladung wurde bereits abgelehnt.',
  'This invitation was cancelled.': 'Diese Einladung wurde zurückgezogen.',
  'This invitation has expired.': 'Diese Einladung ist abgelaufen.',
  'Your request was rejected. You can request access again from {time} UTC.':
    'Ihre Anfrage wurde abgelehnt. Ab {time} UTC können Sie erneut anfragen.',
  'You are already a member of this project.': 'Sie sind bereits Mitglied dieses Projekts.',
  'You have already requested access.': 'Sie haben bereits um Zugriff gebeten.',
  'This request was already approved.': 'Diese Anfrage wurde bereits genehmigt.',
  'This request was already rejected.': 'Diese Anfrage wurde bereits abgelehnt.',
  'This request was cancelled.': 'Diese Anfrage wurde zurückgezogen.',
  'This person has become a member in the meantime.': 'Diese Person ist inzwischen Mitglied.',
  'Only another member who may work on issues can take them over':
    'Nur ein anderes Mitglied, das Issues bearbeiten darf, kann sie übernehmen',
  'A project has at most {count} levels': 'Ein Projekt hat höchstens {count} Geschosse',
  'You have {count} views here: delete some first': 'Sie haben hier {count} Ansichten: zuerst einige löschen',
  'A project has at most {count} templates': 'Ein Projekt hat höchstens {count} Vorlagen',
  'A project has at most {count} sections': 'Ein Projekt hat höchstens {count} Bauabschnitte',
  'This project is not in the trash.': 'Dieses Projekt ist nicht im Papierkorb.',
  'Too large for {paper}': 'Zu groß für {paper}',
  'Only a waiting or running version can be stopped':
    'Nur eine wartende oder laufende Version kann angehalten werden',
  'Only a failed or stopped version can be restarted':
    'Nur eine fehlgeschlagene oder angehaltene Version kann neu gestartet werden',
  'Only converted versions can be compared': 'Nur umgewandelte Versionen lassen sich vergleichen',
  'There are no two converted versions to compare':
    'Es gibt noch keine zwei umgewandelten Versionen zum Vergleichen',
  'A drawing is a .pdf, .png, .jpg, .svg or .dxf file':
    'Eine Zeichnung ist eine .pdf-, .png-, .jpg-, .svg- oder .dxf-Datei',
  'A point cloud is a .las, .laz, .e57 or .ply file':
    'Eine Punktwolke ist eine .las-, .laz-, .e57- oder .ply-Datei',
  'A reference mesh is a .glb or .obj file': 'Ein Referenznetz ist eine .glb- oder .obj-Datei',
  'The type of a file can only change before its first version':
    'Die Art einer Datei lässt sich nur vor ihrer ersten Version ändern',
  'This file has versions': 'Diese Datei hat Versionen',
  'This file is not in the trash': 'Diese Datei ist nicht im Papierkorb',
  'This version is not in the trash': 'Diese Version ist nicht im Papierkorb',
  'This is the only version that is ready: delete the file, or this version with last=true':
    'Dies ist die einzige bereite Version: Löschen Sie die Datei, oder diese Version mit last=true',
  'Only administrators of the project delete what is published':
    'Nur Administratoren des Projekts löschen, was veröffentlicht ist',
  'Only administrators of the project publish or withdraw a version':
    'Nur Administratoren des Projekts veröffentlichen eine Version oder ziehen sie zurück',
  'Only a version that is ready can be made current': 'Nur eine bereite Version kann die aktuelle werden',
  'The bytes of this version never arrived whole: upload them again as a new version':
    'Diese Version ist nie vollständig angekommen: Laden Sie sie als neue Version noch einmal hoch',
  'Only a member who may work on issues can be assigned':
    'Nur einem Mitglied, das Issues bearbeiten darf, kann zugewiesen werden',
  'There is an issue with this id': 'Es gibt bereits ein Issue mit dieser Kennung',
  'An issue that is {from} cannot become {to} by you':
    'Von {from} können Sie ein Issue nicht auf {to} setzen',
  'The snapshot is not a PNG or JPEG picture': 'Die Ansicht ist kein PNG- oder JPEG-Bild',
  'Only editors, or who created the issue or is assigned to it, can do this':
    'Das können nur Bearbeiter, und wer das Issue erstellt hat oder ihm zugewiesen ist',
  'Only editors, or who created the issue, can do this':
    'Das können nur Bearbeiter, und wer das Issue erstellt hat',
  'Only editors, or who added it, can do this': 'Das können nur Bearbeiter, und wer es hinzugefügt hat',
  'Somebody else than who resolved the issue has to do this':
    'Das muss jemand anderes tun als wer das Issue gelöst hat',
  'Add a comment or a photo that shows what was done':
    'Fügen Sie einen Kommentar oder ein Foto hinzu, die zeigen, was getan wurde',
  'Only editors can delete an issue that is no longer open':
    'Nur Bearbeiter können ein Issue löschen, das nicht mehr offen ist',
  'Others have commented on this issue: only editors can delete it':
    'Andere haben dieses Issue kommentiert: Nur Bearbeiter können es löschen',
  'Not a part of this issue': 'Kein Teil dieses Issues',
  'There is a comment with this id': 'Es gibt bereits einen Kommentar mit dieser Kennung',
  'There is a view with this id': 'Es gibt bereits eine Ansicht mit dieser Kennung',
  'There is a file with this id': 'Es gibt bereits eine Datei mit dieser Kennung',
  'An issue has at most {count} files': 'Ein Issue hat höchstens {count} Dateien',
  'An issue has at most {count} places': 'Ein Issue hat höchstens {count} Orte',
  'An issue has at most {count} views': 'Ein Issue hat höchstens {count} Ansichten',
  'An issue has at most {count} related issues': 'Ein Issue hat höchstens {count} verwandte Issues',
  'An issue cannot be related to itself': 'Ein Issue kann nicht mit sich selbst verwandt sein',
  '"{word}" is not a word of this project': '„{word}“ ist kein Wort dieses Projekts',
  'An issue refers to at most {count} documents': 'Ein Issue verweist auf höchstens {count} Dokumente',
  'Only photos can be drawn on': 'Nur auf Fotos kann gezeichnet werden',
  'This view has no picture to draw on': 'Diese Ansicht hat kein Bild, auf das gezeichnet werden kann',
  'Only who added the picture can show again what is blurred':
    'Nur wer das Bild hinzugefügt hat, kann Verwischtes wieder zeigen',
  'At most {count} issues at once': 'Höchstens {count} Issues auf einmal',
  'An issue has at most {count} labels': 'Ein Issue hat höchstens {count} Etiketten',
  'This was taken back already': 'Das wurde bereits rückgängig gemacht',
  'This can be taken back for a day': 'Das lässt sich einen Tag lang rückgängig machen',
  'This issue was changed since': 'Dieses Issue wurde seitdem geändert',
  'What it had before is no longer there': 'Was es vorher hatte, gibt es nicht mehr',
  'A report has at most {count} issues': 'Ein Bericht hat höchstens {count} Issues',
  'Use a workbook (.xlsx) or a CSV file as exported':
    'Verwenden Sie eine Arbeitsmappe (.xlsx) oder CSV-Datei, wie sie exportiert wird',
  'This file has more than {count} rows': 'Diese Datei hat mehr als {count} Zeilen',
  'The first row names no column that is known': 'Die erste Zeile nennt keine bekannte Spalte',
  'There is no issue with this number': 'Es gibt kein Issue mit dieser Nummer',
  'This number is in the file twice': 'Diese Nummer steht zweimal in der Datei',
  '{count} imports are not finished yet: decide on them first':
    '{count} Importe sind noch nicht abgeschlossen: Entscheiden Sie zuerst über diese',
  'Somebody else changed {columns} since the export':
    '{columns} wurde seit dem Export von jemand anderem geändert',
  '{column}: "{value}" is not possible': '{column}: „{value}“ ist nicht möglich',
  'A new issue needs a title': 'Ein neues Issue braucht einen Titel',
  'Nothing was imported: {count} rows are refused':
    'Nichts wurde importiert: {count} Zeilen wurden abgelehnt',
  'Nobody else is in this conversation any more': 'In dieser Unterhaltung ist niemand sonst mehr',
  'A group has at most {count} people': 'Eine Gruppe hat höchstens {count} Personen',
  'This server does not know this time zone': 'Diese Zeitzone kennt der Server nicht',
  'An address as in https://example.com/path': 'Eine Adresse wie https://example.com/pfad',
  'This server sends to https:// only': 'Dieser Server sendet nur an https://',
  'This is not an address of the public internet': 'Das ist keine Adresse des öffentlichen Internets',
  'A project has at most {count} webhooks': 'Ein Projekt hat höchstens {count} Webhooks',
  'This webhook is switched off': 'Dieser Webhook ist ausgeschaltet',
}
export default german
