export const notificationTypes = /* GraphQL */ `
  "A page; \`next\` is the \`before\` of the following one, null at the end."
  type Notifications {
    deliveries: [NotificationDelivery!]!
    next: String
  }

  type NotificationDelivery {
    id: ID!
    userId: Int!
    notificationId: ID!
    read: Boolean!
    createdAt: String!
    notification: NotificationText!
  }

  type NotificationText {
    title: String!
    message: String!
    createdAt: String!
  }
`;
