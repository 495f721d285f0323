import type { MergeText } from './merge-text.ts'

const german: MergeText = {
  mergeAccounts: 'Konten zusammenführen',
  hint: 'Nimmt ein anderes Konto derselben Person in dieses auf, wenn sich jemand zweimal registriert hat.',
  mergedInto:
    'Dieses Konto wurde mit einem anderen derselben Person zusammengeführt. Was beide hatten, ist dort; Protokolle zeigen für dieses Konto den Namen des anderen.',
  openKept: 'Behaltenes Konto öffnen',
  title: 'Zwei Konten einer Person zusammenführen',
  kept: 'Dieses Konto bleibt',
  givenUp: 'Dieses Konto wird aufgegeben',
  other: 'Das andere Konto',
  otherHint: 'Anfang einer Adresse oder eines Namens',
  swap: 'Stattdessen das andere Konto behalten',
  companies: 'Firmen',
  projects: 'Projekte',
  assigned: 'Zugewiesene offene Issues',
  conversations: 'Unterhaltungen',
  programs: 'Token und Programme',
  issues: 'Issues, in denen es steht',
  more: (count) => `und ${count} weitere`,
  none: 'Keine',
  what: 'Was geschehen wird',
  consequences: [
    'Firmen und Projekte beider Konten gehören dem behaltenen, mit dem höheren von zwei Rechten. Eine Firma, deren Inhaber das aufgegebene Konto ist, bekommt das behaltene als Inhaber.',
    'Issues, Kommentare, Dateien, Nachrichten, Ansichten und Webhooks des aufgegebenen Kontos bekommen das behaltene als Verfasser, Zuständigen oder Beobachter. Protokolle behalten die alte Kennung und zeigen den Namen des behaltenen Kontos.',
    'Unterhaltungen beider mit derselben Person werden eine. Was die beiden Konten einander geschrieben haben, bleibt lesbar.',
    'Mit dem aufgegebenen Konto kann sich niemand mehr anmelden: Sitzungen, Passwort, Passkeys, zweiter Faktor, API-Token und verbundene Programme enden sofort. Was es ohne Netz geschrieben und noch nicht gesendet hat, geht verloren.',
    'Benachrichtigungseinstellungen, Passwort und zweiter Faktor des behaltenen Kontos bleiben. Einladungen an die aufgegebene Adresse erreichen das behaltene Konto.',
    'Beide Adressen erfahren es per E-Mail. Das lässt sich nicht rückgängig machen: Vergewissern Sie sich zuerst, dass beide Konten derselben Person gehören.',
  ],
  address: 'Adresse des Kontos, das aufgegeben wird',
  addressHint: (email) => `Geben Sie zur Bestätigung ${email} ein`,
  done: 'Konten zusammengeführt',
}
export default german
