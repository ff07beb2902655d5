import type { Words } from '../catalogue.ts';

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
          'PMCW gibt dir eine öffentliche Seite für deine Wallet-Adressen und sozialen Netzwerke, ein Mitgliederverzeichnis und Nachrichten. Es verwahrt nie deine Coins, fragt nie nach einem privaten Schlüssel oder einer Seed-Phrase und überweist nichts für dich. Wer dich in unserem Namen nach einem Schlüssel fragt, will dich betrügen.',
        ],
      },
      {
        heading: 'Dein Konto',
        paragraphs: [
          'Deinen Benutzernamen wählst du einmal; er bleibt, und niemand sonst bekommt ihn, auch nicht, wenn du gegangen bist. Behalte dein Passwort für dich. Was mit deinem Konto geschieht, gilt als von dir getan.',
          'Ein Konto je Person oder Organisation. Unternehmen, gemeinnützige Organisation, Krypto-Gruppe und Krypto-Projekt sind für alle, die wirklich eines sind.',
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
          'Das goldene Siegel heißt: Ein Administrator hat sich das Profil angesehen und ihm geglaubt. Es ist kein Rat und keine Garantie: Prüfe eine Adresse, bevor du etwas dorthin schickst. Das Siegel kann wieder entzogen werden.',
          '„PMCW verdient“ zählt, was Mitglieder hier bekommen haben. Es verspricht keinen Kurs, keine Zahlung und kein Recht auf irgendetwas.',
        ],
      },
      {
        heading: 'Wenn Regeln verletzt werden',
        paragraphs: [
          'Administratoren können ein Konto sperren, einen Eintrag entfernen oder ein Konto löschen. Alles, was sie tun, wird mit Name und Zeit festgehalten.',
        ],
      },
      {
        heading: 'Wenn du gehst',
        paragraphs: [
          'Du kannst dein Konto jederzeit in deinem Bereich löschen. Das lässt sich nicht rückgängig machen. Was dann mit deinen Daten geschieht, steht in der Datenschutzerklärung.',
        ],
      },
      {
        heading: 'Wofür wir einstehen',
        paragraphs: [
          'Der Dienst wird angeboten, wie er ist. Zahlungen auf einer Blockchain lassen sich nicht zurückholen, und bei einer an die falsche Adresse können wir nicht helfen. Wo das Gesetz uns nicht erlaubt, unsere Haftung auszuschließen, ist sie nicht ausgeschlossen.',
          'Ändern sich diese Bedingungen, ändert sich das Datum oben, und Mitglieder erfahren es vorher durch eine Benachrichtigung.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Datenschutzerklärung',
    summary:
      'Wir behalten, was du uns gibst, zeigen, was du veröffentlichst, geben nichts weiter und vergessen dich für immer, wenn du gehst.',
    sections: [
      {
        heading: 'Was alle sehen',
        paragraphs: [
          'Deinen Benutzernamen, Namen, Text, deine Bilder, Kontoart, Wallet-Adressen mit dem Tag, an dem jede eingetragen wurde, und, wo du eine durch Signatur bewiesen hast, mit dem signierten Text, soziale Netzwerke, Verifizierung und verdiente PMCW. Was du im globalen Chat schreibst, kann jedes Mitglied lesen.',
        ],
      },
      {
        heading: 'Was nur manche sehen',
        paragraphs: [
          'Deine E-Mail-Adresse sehen du und die Administratoren. Diese Website kann dir dorthin schreiben, wenn du dein Passwort vergessen hast, und wenn dein Passwort, ein anderer Weg zur Anmeldung oder eine Adresse in deinem Profil geändert wurde; nichts in so einer E-Mail sagt uns, ob du sie liest. Private Nachrichten werden euch beiden gezeigt und sonst niemandem; es gibt keine Seite, auf der Administratoren sie lesen könnten. Sie sind verschlüsselt, wo sie liegen, aber nicht von Ende zu Ende: Wer den Server betreibt, hat die Schlüssel.',
          'Dein Passwort wird nur als Argon2id-Hash aufbewahrt, aus dem es niemand zurücklesen kann.',
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
          'Ein Cookie hält dich 30 Tage angemeldet, ein zweites sagt der Seite, dass du es bist, ein drittes merkt sich, was du zuletzt geändert hast, damit du es siehst. Zu deiner Anmeldung merkt sich diese Website, welchen Browser und welches System du benutzt, etwa „Firefox auf Windows“, in welcher Sprache, und wann und warum sie endete, damit du sie in deinem Bereich wiedererkennst; 90 Tage nach ihrem Ende wird das gelöscht. Nachrichten, Entwürfe und die Sprachnachrichten, die du aufgenommen oder geladen hast, liegen in deinem Browser, damit du sie offline lesen, hören und schreiben kannst; Sprache und Farben auch, und höchstens 30 Tage lang die Profile und Seiten des Verzeichnisses, die du geöffnet hast, und was die Startseite zeigte; von den 200 zuletzt angesehenen Profilen auch, wann das war, um dir zu sagen, welche Adressen neu sind. Entwürfe liegen außerdem für deine anderen Geräte auf dieser Website, bis du sie abschickst oder löschst. Meldest du dich ab, werden Nachrichten, Entwürfe und Sprachnachrichten dort entfernt, auch ohne Verbindung, bis auf noch nicht Gesendetes, das du dort behalten willst. Meldest du dich über einen anderen Anbieter an, erkennen zwei weitere Cookies deinen Browser wieder, wenn du von dort zurückkommst, höchstens eine halbe Stunde lang. Andere gibt es nicht, deshalb auch kein Banner.',
        ],
      },
      {
        heading: 'Keine Dritten',
        paragraphs: [
          'Keine Werbung, keine Analyse, keine Schriften oder Skripte von anderswo: Solange du hier bist, spricht dein Browser nur mit dieser Seite. Links zu sozialen Netzwerken, zur Gruppe und zu Blockchain-Explorern führen erst weg, wenn du ihnen folgst, und verraten nicht, woher du kommst.',
          'Mitteilungen, wenn du sie einschaltest, kommen über den Push-Dienst des Herstellers deines Browsers. Er erfährt, dass diese Website deinem Browser etwas schickt, und wann; wer was geschrieben hat, ist verschlüsselt, sodass nur dein Browser es lesen kann. Was dafür gespeichert ist, verschwindet, wenn du sie ausschaltest oder dich abmeldest.',
          'Wenn diese Website die Anmeldung über einen anderen Anbieter wie Google kennt und du sie benutzt, wirst du dorthin geführt: Der Anbieter erfährt dann, dass du dich hier anmeldest, und wann. Er sagt dieser Website, wer du bei ihm bist, wovon nur ein Fingerabdruck aufbewahrt wird, und deinen Namen und deine E-Mail-Adresse, die ins Formular zur Registrierung kommen, wo du sie ändern kannst.',
          'Die Netzwerkadresse deines Geräts dient dazu, Fluten von Anfragen abzuhalten, und ist nach spätestens einer Stunde vergessen.',
        ],
      },
      {
        heading: 'Deine Rechte',
        paragraphs: [
          'In deinem Bereich kannst du deine Daten ansehen, ändern und alle zusammen löschen. Bei allem anderen frag einen Administrator in unserer Gruppe.',
        ],
      },
    ],
  },
};
