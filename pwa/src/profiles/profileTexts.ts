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
  walletAdded: 'Wallet address added',
  walletNotAdded: 'Error adding wallet address',
  walletDeleted: 'Wallet address deleted',
  walletNotDeleted: 'Error deleting wallet address',
  confirmWalletDeletion: 'Are you sure you want to delete this wallet address?',
  socialAdded: 'Social link added',
  socialNotAdded: 'Error adding social link',
  socialDeleted: 'Social link deleted',
  socialNotDeleted: 'Error deleting social link',
  confirmSocialDeletion: 'Are you sure you want to delete this social link?',
} as const;
