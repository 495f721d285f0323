import type { TermsText } from './terms-text.ts'

const german: TermsText = {
  title: 'Nutzungsbedingungen',
  contents: 'Inhalt',
  version: (date) => `Version 1, ${date}`,
  date: '2026-11-21',
  print: 'Drucken',
  open: 'Nutzungsbedingungen öffnen',
  sections: [
    {
      id: 'who',
      title: 'Wer diesen Dienst anbietet',
      paragraphs: [
        'Plumbline ist Open-Source-Software. Den Dienst, den Sie nutzen, stellt bereit, wer diesen Server betreibt: Ihre Firma, ein Partner oder ein Hosting-Anbieter. Dieser Betreiber ist Ihr Vertragspartner, nicht die Autoren der Software.',
        'Namen, Anschrift und Datenschutzkontakt des Betreibers erfragen Sie bei ihm; auf einem Server Ihrer eigenen Firma ist das in der Regel die IT-Abteilung.',
      ],
    },
    {
      id: 'account',
      title: 'Ihr Konto',
      paragraphs: [
        'Ein Konto gehört zu einer Person. Halten Sie Ihr Passwort geheim und informieren Sie den Betreiber, wenn Sie vermuten, dass jemand anders es kennt.',
        'Sie handeln für die Firma, unter deren Namen Sie in einem Projekt arbeiten. Was Sie dort sehen und ändern dürfen, entscheiden die Administratoren dieses Projekts.',
      ],
    },
    {
      id: 'uploads',
      title: 'Was Sie hochladen',
      paragraphs: [
        'Modelle, Zeichnungen, Fotos, Issues und Nachrichten bleiben Eigentum derer, die sie erstellt haben. Sie erlauben dem Betreiber, sie zu speichern, umzuwandeln und den Mitgliedern des Projekts anzuzeigen, und zu nichts anderem.',
        'Laden Sie nur hoch, was Sie mit den Mitgliedern des Projekts teilen dürfen. Fotos von Personen brauchen einen Grund und, wo das Gesetz es verlangt, deren Einwilligung.',
      ],
    },
    {
      id: 'use',
      title: 'Angemessene Nutzung',
      paragraphs: [
        'Versuchen Sie nicht, an Daten zu gelangen, die nicht für Sie bestimmt sind, den Dienst für andere zu stören oder Dateien hochzuladen, die Schaden anrichten sollen.',
        'Ein Modell auf dem Bildschirm ersetzt nicht den geprüften Plan. Entscheidungen über Sicherheit und Tragwerk bleiben bei den Personen, die dafür verantwortlich sind.',
      ],
    },
    {
      id: 'data',
      title: 'Personenbezogene Daten',
      paragraphs: [
        'Der Dienst speichert Ihren Namen, Ihre E-Mail-Adresse, Firma und Rolle, was Sie schreiben und hochladen und wann Sie angemeldet waren. Er verwendet diese Daten, um Ihre Projekte zu führen und Sie zu benachrichtigen.',
        'Ein Cookie hält Sie angemeldet und eines schützt Sie vor gefälschten Anfragen; zwei weitere merken sich Ihre Sprache und ob die Darstellung hell oder dunkel ist. An Dritte wird nichts gesendet, es sei denn, der Betreiber hat einen Dienst eingeschaltet, der darauf hinweist.',
        'Auf Ihrer Profilseite können Sie herunterladen, was über Sie gespeichert ist, es berichtigen und Ihr Konto löschen. Was Sie zu einem Projekt beigetragen haben, bleibt dort erhalten, weil andere darauf angewiesen sind.',
      ],
    },
    {
      id: 'liability',
      title: 'Verfügbarkeit und Haftung',
      paragraphs: [
        'Der Betreiber bemüht sich nach Kräften, den Dienst verfügbar zu halten und zu sichern, und kündigt längere Unterbrechungen an. Die Software selbst wird ohne Gewährleistung bereitgestellt, wie in ihrer Lizenz angegeben.',
      ],
    },
  ],
}
export default german
