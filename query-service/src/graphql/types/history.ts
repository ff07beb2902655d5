export const historyTypes = /* GraphQL */ `
  "A page; \`next\` is the \`before\` of the following one, null at the end."
  type History {
    entries: [HistoryEntry!]!
    next: String
  }

  type HistoryEntry {
    position: String!
    eventId: ID!
    stream: String!
    revision: Int!
    type: String!
    "Who did it, null for the system itself."
    actor: HistoryMember
    "The member it is about, null if it is not about one member."
    target: HistoryMember
    occurredAt: String!
    "The request that led to it, and all else that did."
    correlationId: String!
    "The command or event that led to it."
    causationId: String!
    undoes: String
    "The event's data but for what is personal, as JSON."
    facts: String!
  }

  "A member by the name they have now, which is null when they are erased."
  type HistoryMember {
    id: Int!
    username: String
  }

  "Oldest first; not \`isWhole\` if there are more."
  type HistoryChain {
    entries: [HistoryEntry!]!
    isWhole: Boolean!
  }

  type HistoryDetails {
    entry: HistoryEntry!
    "The event with its data and metadata, as JSON: [erased] of members who were erased, [sealed] what members wrote to each other alone."
    record: String!
  }
`;
