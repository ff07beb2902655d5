/** The product's token and its group, as the landing page and the navigation show them. The one place to change them. */
export const token = {
  name: 'PMCW',
  network: 'BSC',
  /** Fixed supply (spec §9). */
  supply: 10_000,
  /** Contract on BNB Smart Chain. Unknown to the specification: the operator sets the real one before going public. */
  address: '0x000000000000000000000000000000000000dEaD',
  telegramUrl: 'https://t.me/pmcw',
} as const;
