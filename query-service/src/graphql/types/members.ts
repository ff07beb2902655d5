export const memberTypes = /* GraphQL */ `
  enum UserSort {
    newest
    oldest
    username
  }

  type Me {
    id: Int!
    username: String!
    fullName: String!
    email: String!
    telegramHandle: String!
    bio: String!
    userType: String!
    avatarUrl: String
    backgroundUrl: String
    isAdmin: Boolean!
    isAuthorized: Boolean!
    isSuspended: Boolean!
    pmcwTokens: Int!
    createdAt: String!
    "The member's public profile."
    profile: Profile
  }

  type Profile {
    id: Int!
    username: String!
    fullName: String!
    bio: String!
    avatarUrl: String
    backgroundUrl: String
    userType: String!
    isAuthorized: Boolean!
    "Since when; null while not verified."
    verifiedAt: String
    "Time of the latest change of a verified name; null if it is unchanged or not verified."
    nameChangedAt: String
    pmcwTokens: Int!
    createdAt: String!
    wallets: [Wallet!]!
    "Removed in the last 30 days, the latest first."
    formerWallets: [FormerWallet!]!
    socials: [SocialLink!]!
  }

  type Wallet {
    id: ID!
    network: String!
    address: String!
    addedAt: String!
    "The member's proof of ownership, null without one."
    proof: WalletProof
    "Its ENS name, null without one; only of proved addresses."
    ensName: EnsName
  }

  type EnsName {
    name: String!
    "When the server last saw that the name belongs to the address, and the address to the name."
    seenAt: String!
  }

  "A statement signed by the key of the address, or taken by its contract for its own."
  type WalletProof {
    statement: String!
    signature: String!
    "eip-191, eip-1271, eip-6492, ed25519, solana-offchain, bip-137 or bip-322."
    scheme: String!
    provedAt: String!
  }

  type FormerWallet {
    id: ID!
    network: String!
    address: String!
    addedAt: String!
    "proved_by_another if another member proved that the address is theirs; null if the member or an administrator removed it."
    cause: String
    removedAt: String!
  }

  type SocialLink {
    id: ID!
    platform: String!
    username: String!
    "Null if the linked page was not seen to name the profile."
    linksBack: LinkBack
  }

  type LinkBack {
    "rel_me, dns or well_known."
    by: String!
    "When it was last seen."
    seenAt: String!
  }

  type Directory {
    users: [DirectoryCard!]!
    pagination: Pagination!
  }

  type DirectoryCard {
    id: Int!
    username: String!
    fullName: String!
    bio: String!
    avatarUrl: String
    userType: String!
    isAuthorized: Boolean!
    pmcwTokens: Int!
    networks: [String!]!
    "Whether an address of theirs is proved by signature."
    hasProof: Boolean!
    profile: Profile
  }

  type MemberCard {
    username: String!
    fullName: String!
    avatarUrl: String
  }

  type Pagination {
    page: Int!
    limit: Int!
    total: Int!
    totalPages: Int!
  }
`;
