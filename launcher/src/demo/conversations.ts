/** Members alternate by line. */
export const conversations: readonly (readonly string[])[] = [
  [
    'Hey! Is the ETH address on your profile still current?',
    'Yes, checked it this morning. The profile is the only place I keep up to date.',
    'Perfect, sending the deposit tonight.',
    'Got it, thank you! Arrived in two blocks.',
  ],
  [
    'Are you going to the meetup on Thursday?',
    'I am! Bringing two colleagues who have never used a hardware wallet.',
    'Great, I will save three seats by the window.',
  ],
  [
    'Loved your thread on rollup fees.',
    'Thanks! Took me a week of spreadsheets.',
    'Would you present it to our group?',
    'Gladly. Twenty minutes, no slides?',
    'Even better.',
  ],
  [
    'We would like to pay your invoice in BTC, is that fine?',
    'Sure. Please use the bc1 address, not the old one.',
    'Sent. Reference 2041.',
    'Confirmed, receipt is on its way.',
  ],
  [
    'Quick question: how do I get the verified badge?',
    'List your wallets, link your socials, then ask. Took a day for me.',
    'That is faster than my bank.',
  ],
  [
    'Could you review a contract before we deploy?',
    'Send it over. How many lines?',
    'About three hundred, mostly tests.',
    'Then I will have notes by Monday.',
  ],
  [
    'Someone is pretending to be you on another network.',
    'Again? Thanks for telling me. My only addresses are on my profile here.',
    'That is what I said. Reported.',
  ],
];

export const globalLines: readonly string[] = [
  'Good morning, everyone!',
  'New here. Finally one link for all my addresses.',
  'Reminder: check the address on the profile before you send, every time.',
  'Our validators are on the new client, no missed slots so far.',
  'Who else is at the Lisbon meetup next week?',
  'The well in Kisumu is funded. Thank you all, receipts are on our profile.',
  'Is anybody looking for a reviewer for a small Solidity project?',
  'I wrote up how we book on-chain payments. Happy to share.',
  'Fees are low today, a good moment to consolidate.',
  'Small release out: the swap screen now shows the route it takes.',
  'Welcome to all the new faces this week!',
  'What do you use for a family multisig?',
];
