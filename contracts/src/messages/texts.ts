/** Verbatim (spec §2 "Messages", §8). */
export const messageTexts = {
  accessDenied: 'Access Denied: You need to log in to access messages.',
  goToLogin: 'Go to Login',
  heading: 'Messages',
  globalChat: 'Global Chat',
  globalChatAbout: 'Everyone in PMCW',
  noConversations: 'No conversations yet',
  noMessages: 'No messages yet',
  /** Replaces a recording where only text fits. */
  voiceMessage: 'Voice message',
  /** Replaces a player that can't play. */
  unableToPlay: 'Unable to play audio',
  retryConversations: 'Retry Loading Conversations',
  retryMessages: 'Retry Loading Messages',
  retrying: 'Retrying...',
  reconnect: 'Reconnect to Server',
  connect: 'Connect',
  status: { live: 'Live', connecting: 'Connecting', offline: 'Offline' },
  delivery: {
    saving: 'Saving',
    queued: 'Sending',
    sending: 'Sending',
    network: 'Waiting for network',
    server: 'Waiting for the server',
    signIn: 'Waiting for you to sign in',
    sent: 'Sent',
    seen: 'Seen',
    failed: 'Not sent',
  },
  toasts: {
    conversationsFailed: {
      title: 'Failed to load conversations',
      description: 'There was an error loading your conversations. Please try again.',
    },
    globalFailed: {
      title: 'Failed to load global messages',
      description: 'There was an error loading global chat. Please try again.',
    },
    threadFailed: {
      title: 'Failed to load messages',
      description: 'There was an error loading your messages. Please try again.',
    },
    sendFailed: 'Failed to send message',
    globalSendFailed: 'Failed to send global message',
    deleteFailed: 'Failed to delete message',
    conversationFailed: {
      title: 'Error',
      description: (name: string) => `Could not start conversation with ${name}`,
    },
    connectionLost: {
      title: 'Connection lost',
      description:
        'Could not establish a real-time connection. Messages will still be sent but may be delayed.',
    },
    connectionFailed: {
      title: 'Connection failed',
      description: 'Could not establish a connection. Please try again later.',
    },
    reconnecting: 'Reconnecting...',
    connected: 'Connected!',
    newMessage: 'New message',
    newGlobalMessage: 'New global message',
    microphoneDenied: {
      title: 'Cannot access microphone',
      description: 'Please allow microphone access to record voice messages.',
    },
    audioBroken: {
      title: 'Audio Playback Error',
      description: 'Could not play this voice message. The file may be missing or corrupted.',
    },
    playbackFailed: {
      title: 'Playback Failed',
      description: 'Could not play this voice message. Try refreshing the page.',
    },
  },
} as const;
