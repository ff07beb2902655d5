import type { Words } from '../../catalogue.ts';

export const legal: Words['legal'] = {
  updated: 'Zuletzt geändert am',
  terms: {
    title: 'Nutzungsbedingungen',
    summary:
      'Sei du selbst, trage ein, was dir gehört, und sei freundlich. Du kannst jederzeit gehen, und dann bist du weg.',
    sections: [
      {
        heading: 'Worum es geht',
        paragraphs: [
          'PMCW gibt dir eine öffentliche Seite für deine Wallet-Adressen und sozialen Netzwerke, ein Verzeichnis der Mitglieder und Chats. Es verwahrt nie deine Coins, fragt nie nach einem privaten Schlüssel oder einer Seed-Phrase und überweist nichts für dich. Wer dich in unserem Namen nach einem Schlüssel fragt, will dich betrügen.',
        ],
      },
      {
        heading: 'Dein Konto',
        paragraphs: [
          'Deinen Benutzernamen wählst du einmal; er bleibt, und niemand sonst bekommt ihn, auch nicht, wenn du gegangen bist. Behalte dein Passwort für dich. Für alles, was mit deinem Konto geschieht, bist du verantwortlich.',
          'Ein Konto pro Person oder Organisation. Die Kontoarten Unternehmen, gemeinnützige Organisation, Krypto-Gruppe und Krypto-Projekt sind nur für die, die es wirklich sind.',
        ],
      },
      {
        heading: 'Was du veröffentlichst',
        paragraphs: [
          'Dein Profil ist öffentlich. Trage nur Adressen und Konten ein, die dir gehören, und nur Bilder und Texte, die du verwenden darfst. Sie bleiben deine; du erlaubst uns, sie zu zeigen, solange sie eingetragen sind.',
          'Nicht erlaubt sind: sich als jemand anderes auszugeben, Betrug, Drohungen und Hass, Verstöße gegen Gesetze und alles, was den Dienst für andere stört.',
        ],
      },
      {
        heading: 'Verifizierung und PMCW',
        paragraphs: [
          'Das goldene Siegel heißt: Ein Administrator hat sich das Profil angesehen und ihm geglaubt. Es ist weder eine Empfehlung noch eine Garantie: Prüfe eine Adresse, bevor du etwas dorthin schickst. Das Siegel kann wieder entzogen werden.',
          '„PMCW verdient“ zählt, was Mitglieder hier bekommen haben. Es verspricht keinen Kurs, keine Zahlung und kein Recht auf irgendetwas.',
        ],
      },
      {
        heading: 'Wenn Regeln verletzt werden',
        paragraphs: [
          'Administratoren können ein Mitglied verwarnen, ein Konto sperren, einen Eintrag oder eine gemeldete Nachricht entfernen oder ein Konto löschen. Alles, was sie tun, wird mit Namen und Zeitpunkt festgehalten.',
        ],
      },
      {
        heading: 'Wenn du gehst',
        paragraphs: [
          'Du kannst dein Konto jederzeit unter „Konto“ löschen. Das lässt sich nicht rückgängig machen. Was dann mit deinen Daten geschieht, steht in der Datenschutzerklärung.',
        ],
      },
      {
        heading: 'Haftung',
        paragraphs: [
          'Der Dienst wird angeboten, wie er ist. Zahlungen auf einer Blockchain lassen sich nicht rückgängig machen, und bei einer Zahlung an eine falsche Adresse können wir nicht helfen. Wo das Gesetz uns nicht erlaubt, unsere Haftung auszuschließen, ist sie nicht ausgeschlossen.',
          'Ändern sich diese Bedingungen, ändert sich das Datum oben, und Mitglieder werden vorher benachrichtigt.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Datenschutzerklärung',
    summary:
      'Wir behalten, was du uns gibst, zeigen, was du veröffentlichst, geben nichts weiter und vergessen dich endgültig, wenn du gehst.',
    sections: [
      {
        heading: 'Was alle sehen',
        paragraphs: [
          'Deinen Benutzernamen, Namen, Text, deine Bilder, Kontoart, Wallet-Adressen mit dem Tag, an dem jede eingetragen wurde, und, wo du eine per Signatur nachgewiesen hast, mit dem signierten Text, soziale Netzwerke, Verifizierung und verdiente PMCW. Was du im globalen Chat schreibst, kann jedes Mitglied lesen.',
        ],
      },
      {
        heading: 'Was nur manche sehen',
        paragraphs: [
          'Deine E-Mail-Adresse sehen du und die Administratoren. Diese Website kann dir dorthin schreiben, wenn du dein Passwort vergessen hast, und wenn dein Passwort, eine andere Anmeldemethode oder eine Adresse in deinem Profil geändert wurde; nichts in so einer E-Mail sagt uns, ob du sie liest. Private Nachrichten werden euch beiden gezeigt und sonst niemandem, es sei denn, jemand von euch meldet eine empfangene Nachricht: Dann sehen Administratoren diese eine. Es gibt keine Seite, auf der sie andere lesen könnten. Sie werden verschlüsselt gespeichert, aber nicht Ende zu Ende: Wer den Server betreibt, hat die Schlüssel.',
          'Dein Passwort wird nur als Argon2id-Hash gespeichert, aus dem es niemand wiederherstellen kann.',
        ],
      },
      {
        heading: 'Ein Protokoll, das nicht umgeschrieben wird und trotzdem vergisst',
        paragraphs: [
          'Alles, was hier geschieht, kommt in ein Protokoll, das nie geändert wird: Deshalb kannst du darauf vertrauen, dass eine Adresse nicht hinter deinem Rücken ausgetauscht wurde. Alles Persönliche darin ist mit einem Schlüssel verschlüsselt, der nur zu dir gehört.',
          'Wird dein Konto gelöscht, wird dieser Schlüssel vernichtet. Das Protokoll sagt dann noch, dass etwas geschah, aber nicht, wer du warst oder was du geschrieben hast, und keine Sicherungskopie des Protokolls bringt es zurück. Dein Profil, deine Wallets, sozialen Netzwerke, Nachrichten, Bilder, Aufnahmen und Benachrichtigungen verschwinden sofort von der Seite.',
          'Eines bleibt: ein Fingerabdruck deines Benutzernamens, damit niemand unter deinem Namen wiederkommt.',
        ],
      },
      {
        heading: 'Auf deinem Gerät',
        paragraphs: [
          'Ein Cookie hält dich 30 Tage angemeldet, ein zweites sagt der Seite, dass du angemeldet bist, und ein drittes merkt sich, was du zuletzt geändert hast, damit du es siehst. Wenn du dich über einen anderen Anbieter anmeldest, erkennen zwei weitere Cookies deinen Browser wieder, wenn du von dort zurückkommst, höchstens eine halbe Stunde lang. Andere Cookies gibt es nicht, deshalb auch kein Banner.',
          'Zu jeder Anmeldung speichert diese Website, welchen Browser und welches System du benutzt, etwa „Firefox auf Windows“, in welcher Sprache, und wann und warum die Anmeldung endete, damit du sie unter „Konto“ wiedererkennst. 90 Tage nach ihrem Ende wird das gelöscht.',
          'Dein Browser speichert Nachrichten, Entwürfe und die Sprachnachrichten, die du aufgenommen oder geladen hast, damit du sie offline lesen, hören und schreiben kannst. Er speichert auch Sprache und Design, höchstens 30 Tage lang die Profile und Mitgliederseiten, die du geöffnet hast, und den Inhalt der Startseite, und für die 200 zuletzt angesehenen Profile, wann das war, um dir zu sagen, welche Adressen neu sind.',
          'Entwürfe speichert außerdem diese Website für deine anderen Geräte, bis du sie abschickst oder löschst. Wenn du dich abmeldest, werden Nachrichten, Entwürfe und Sprachnachrichten aus deinem Browser entfernt, auch ohne Verbindung, außer ungesendeten, die du dort behalten möchtest.',
        ],
      },
      {
        heading: 'Keine Dritten',
        paragraphs: [
          'Keine Werbung, keine Analyse, keine Schriften oder Skripte von anderswo: Solange du hier bist, spricht dein Browser nur mit dieser Website. Links zu sozialen Netzwerken, zur Gruppe und zu Blockchain-Explorern führen erst weg, wenn du ihnen folgst, und verraten nicht, woher du kommst.',
          'Mitteilungen, wenn du sie einschaltest, kommen über den Push-Dienst des Herstellers deines Browsers. Er erfährt, dass diese Website deinem Browser etwas schickt, und wann; wer was geschrieben hat, ist verschlüsselt, sodass nur dein Browser es lesen kann. Was dafür gespeichert ist, verschwindet, wenn du sie ausschaltest oder dich abmeldest.',
          'Wenn diese Website die Anmeldung über einen anderen Anbieter wie Google anbietet und du sie benutzt, wirst du dorthin geleitet: Der Anbieter erfährt dann, dass du dich hier anmeldest, und wann. Er sagt dieser Website, wer du bei ihm bist, wovon nur ein Fingerabdruck gespeichert wird, und nennt ihr deinen Namen und deine E-Mail-Adresse, die ins Registrierungsformular eingetragen werden, wo du sie ändern kannst.',
          'Die Netzwerkadresse deines Geräts dient dazu, massenhafte Anfragen abzuwehren, und ist nach spätestens einer Stunde vergessen.',
        ],
      },
      {
        heading: 'Deine Rechte',
        paragraphs: [
          'Unter „Konto“ kannst du deine Daten ansehen, ändern und alle zusammen löschen. Bei allem anderen frag einen Administrator in unserer Gruppe.',
        ],
      },
    ],
  },
};
