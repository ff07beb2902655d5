/** What profiles and the dashboard say to a person (spec §2, §8). */
export const profileTexts = {
  addressCopied: {
    title: 'Address copied',
    description: 'Wallet address copied to clipboard',
    failure: 'Could not copy the address to clipboard',
  },
  openingConversation: 'Opening conversation',
  conversationFailed: { title: 'Error', description: 'Could not start conversation. Please try again.' },
  loginToMessage: { title: 'Authentication required', description: 'Please login to send messages' },
  profileUpdated: 'Profile updated',
  profileNotUpdated: 'Error updating profile',
  wallets: {
    added: 'Wallet address added',
    notAdded: 'Error adding wallet address',
    deleted: 'Wallet address deleted',
    notDeleted: 'Error deleting wallet address',
    confirmDeletion: 'Are you sure you want to delete this wallet address?',
  },
  socials: {
    added: 'Social link added',
    notAdded: 'Error adding social link',
    deleted: 'Social link deleted',
    notDeleted: 'Error deleting social link',
    confirmDeletion: 'Are you sure you want to delete this social link?',
  },
} as const;
