import type { BcfNotes } from './text.ts'

const german: BcfNotes = {
  BCF_NOT_AN_ARCHIVE:
    'Das ist keine BCF-Datei, oder sie wurde abgeschnitten. Wählen Sie eine .bcf- oder .bcfzip-Datei.',
  BCF_DAMAGED: 'Die Datei ist beschädigt. Exportieren Sie die Issues neu.',
  BCF_TOO_MANY_ENTRIES: 'Das Archiv enthält zu viele Dateien. Exportieren Sie weniger Issues auf einmal.',
  BCF_LEADS_OUT:
    'Eine Datei des Archivs würde außerhalb abgelegt. Das schreibt kein Programm aus Versehen: Fragen Sie, woher die Datei kommt.',
  BCF_ABSOLUTE_NAME:
    'Eine Datei des Archivs nennt einen Ort auf einem Laufwerk. Fragen Sie, woher die Datei kommt.',
  BCF_BAD_NAME: 'Eine Datei des Archivs hat einen unerlaubten Namen. Fragen Sie, woher die Datei kommt.',
  BCF_LINK: 'Das Archiv enthält eine Verknüpfung statt einer Datei. Fragen Sie, woher die Datei kommt.',
  BCF_ENCRYPTED: 'Das Archiv ist verschlüsselt. Exportieren Sie es ohne Kennwort.',
  BCF_PACKED_OTHERWISE:
    'Das Archiv ist auf eine Weise gepackt, die BCF nicht kennt. Exportieren Sie die Issues neu.',
  BCF_SAME_NAME: 'Eine Datei ist zweimal im Archiv. Exportieren Sie die Issues neu.',
  BCF_OVERLAPPING: 'Dateien des Archivs teilen sich ihre Bytes. Fragen Sie, woher die Datei kommt.',
  BCF_BOMB: 'Eine Datei des Archivs wächst beim Entpacken ohne Ende. Fragen Sie, woher die Datei kommt.',
  BCF_ENTRY_TOO_LARGE: 'Eine Datei des Archivs ist zu groß. Exportieren Sie weniger Issues auf einmal.',
  BCF_ARCHIVE_TOO_LARGE: 'Entpackt ist das Archiv zu groß. Exportieren Sie weniger Issues auf einmal.',
  BCF_NO_VERSION:
    'Dem Archiv fehlt die Datei „bcf.version“. Wählen Sie eine BCF-Datei der Version 2.0, 2.1 oder 3.0.',
  BCF_SEVERAL_VERSIONS: 'Das Archiv enthält mehrere BCF-Dateien. Importieren Sie jede für sich.',
  BCF_UNKNOWN_VERSION: 'Diese Version von BCF wird nicht gelesen. Exportieren Sie BCF 2.0, 2.1 oder 3.0.',
  BCF_ENCODING:
    'Eine Datei des Archivs ist nicht in der Kodierung geschrieben, die sie angibt. Exportieren Sie die Issues neu.',
  BCF_DOCTYPE:
    'Eine Datei des Archivs gibt einen Dokumenttyp an, der Dateien des Servers lesen könnte. Fragen Sie, woher die Datei kommt.',
  BCF_ENTITY:
    'Eine Datei des Archivs benutzt eine Entität, die XML nicht kennt. Exportieren Sie die Issues neu.',
  BCF_NOT_XML: 'Eine Datei des Archivs ist kein lesbares XML. Exportieren Sie die Issues neu.',
  BCF_TOO_DEEP: 'Eine Datei des Archivs ist zu tief verschachtelt. Fragen Sie, woher die Datei kommt.',
  BCF_TOO_MANY_ATTRIBUTES:
    'Ein Element des Archivs hat zu viele Attribute. Fragen Sie, woher die Datei kommt.',
  BCF_TOO_MANY_ELEMENTS:
    'Eine Datei des Archivs hat zu viele Elemente. Exportieren Sie weniger Issues auf einmal.',
  BCF_TEXT_TOO_LONG: 'Ein Text im Archiv ist zu lang. Exportieren Sie weniger Issues auf einmal.',
  BCF_TOO_MUCH_XML: 'Das Archiv enthält zu viel XML. Exportieren Sie weniger Issues auf einmal.',
  BCF_OTHER_CONTENT:
    'Eine Datei des Archivs enthält etwas anderes, als ihr Name sagt. Exportieren Sie die Issues neu.',
  BCF_TOO_MANY:
    'Das Archiv enthält mehr Issues oder Teile davon, als gelesen werden. Exportieren Sie weniger auf einmal.',
  BCF_SAME_TOPIC: 'Ein Issue ist zweimal im Archiv. Exportieren Sie die Issues neu.',
  BCF_LOST:
    'Der Import wurde zweimal unterbrochen. Versuchen Sie es noch einmal; vielleicht ist die Datei zu groß für diesen Server.',
  BCF_INTERNAL:
    'Der Server konnte diese Datei nicht lesen. Versuchen Sie es noch einmal oder fragen Sie den Betreiber.',
  BCF_RIGHTS:
    'Wer diesen Import begann, darf das Projekt nicht mehr ändern. Bitten Sie einen Bearbeiter des Projekts darum.',
  BCF_MISSING_FILE: 'Genannte Dateien sind nicht im Archiv.',
  BCF_BAD_DATE: 'Einige Datumsangaben sind keine.',
  BCF_BAD_GUID: 'Ungültige GUIDs wurden ersetzt.',
  BCF_SAME_GUID: 'Mehrere Teile eines Issues haben dieselbe GUID: Die späteren bekamen eine andere.',
  BCF_MISSING_VALUE: 'Titel, Verfasser oder Daten fehlen.',
  BCF_BAD_GEOMETRY: 'Kameras, Ebenen oder Linien mit unmöglichen Zahlen wurden weggelassen.',
  BCF_BAD_COMPONENT: 'Bauteile ohne brauchbare Kennung wurden weggelassen.',
  BCF_EMPTY: 'Ansichten ohne Inhalt wurden weggelassen.',
  BCF_MISSING_VIEWPOINT: 'Kommentare zeigen Ansichten, die nicht in ihrem Issue sind.',
  BCF_LEFT_OUT: 'Was in BCF 3.0 keinen Platz hat, wurde weggelassen.',
  BCF_NO_PICTURE: 'Bilder, die weder PNG noch JPEG oder zu groß sind, wurden weggelassen.',
  BCF_TOO_MANY_DOCUMENTS: 'Dokumente über die 20 hinaus, die ein Issue haben kann, wurden weggelassen.',
}
export default german
