import type { ProblemCode } from '@pmcw/contracts';
import { dataUrl, ogg } from '../recordings.ts';
import { newAddress, password, registration } from '../running.ts';
import type { Cast, Row } from './rows.ts';

type Who = keyof Omit<Cast, 'app'>;
type Body = object | ((cast: Cast) => object | Promise<object>);

/** A body with an invalid field. */
const invalid =
  (method: string, path: string, who: Who) =>
  (says: string, field: string, body: Body, status = 400, code: ProblemCode = 'invalid_input'): Row => ({
    ...{ says, status, code, field },
    ask: async (cast) => cast[who].call(method, path, typeof body === 'function' ? await body(cast) : body),
  });

const logIn = invalid('POST', '/api/login', 'stranger');
const register = invalid('POST', '/api/register', 'stranger');
const registerWith = (says: string, field: string, value: unknown) =>
  register(says, field, { ...registration('newcomer'), [field]: value });
const edit = invalid('PATCH', '/api/user/profile', 'ada');
const draft = invalid('PUT', '/api/drafts/global', 'ada');
const nothing = { text: '', aside: [], basedOn: 0 };
const images = invalid('PATCH', '/api/user/images', 'ada');
const change = invalid('POST', '/api/user/change-password', 'ada');
const another = { currentPassword: password, newPassword: 'battery staple' };
const reset = invalid('POST', '/api/reset-password', 'stranger');
const forgot = invalid('POST', '/api/forgot-password', 'stranger');
const confirm = invalid('POST', '/api/confirm-email', 'stranger');
const wallet = invalid('POST', '/api/user/wallets', 'ada');
const proof = invalid('POST', '/api/user/wallets/any/proof', 'ada');
const social = invalid('POST', '/api/user/socials', 'ada');
const send = invalid('POST', '/api/messages', 'ada');
const sendGlobal = invalid('POST', '/api/messages/global', 'ada');
const publish = invalid('POST', '/api/admin/notifications', 'admin');
const settings = invalid('PATCH', '/api/admin/settings', 'admin');
const tokens = invalid('PATCH', '/api/admin/users/2/pmcw-tokens', 'admin');
const type = invalid('PATCH', '/api/admin/users/2/type', 'admin');
const suspend = invalid('PATCH', '/api/admin/users/2/suspend', 'admin');
const reject = invalid('POST', '/api/admin/verification-requests/2-nobody/reject', 'admin');
const report = invalid('POST', '/api/reports', 'ada');
const close = invalid('POST', '/api/admin/reports/profile-2/close', 'admin');
const markRead = invalid('POST', '/api/messages/global/read', 'ada');

const voice = (bytes: Buffer) => ({ messageType: 'voice', voiceUrl: dataUrl(bytes) });
const notification = 'Please provide both a title and message for the notification.';

/** Spec §5 in its order, then the product’s own rules. */
export const validation: readonly Row[] = [
  logIn('Username is required', 'username', { password }),
  logIn('Username is required', 'username', { username: ' ', password }),
  logIn('Password is required', 'password', { username: 'ada' }),
  logIn('Password is required', 'password', { username: 'ada', password: '' }),
  registerWith('Full name is required', 'fullName', 'A'),
  registerWith('Full name is required', 'fullName', undefined),
  registerWith('Username must be at least 3 characters', 'username', 'ab'),
  registerWith('Username must be at least 3 characters', 'username', undefined),
  registerWith('Username can only contain letters, numbers, and underscores', 'username', 'a-b-c'),
  registerWith('Invalid email address', 'email', 'ada@'),
  registerWith('Invalid email address', 'email', undefined),
  registerWith('Password must be at least 8 characters', 'password', 'seven77'),
  registerWith("Passwords don't match", 'confirmPassword', 'another one'),
  registerWith('You must agree to the terms', 'terms', false),
  edit('Full name must be at least 2 characters.', 'fullName', { fullName: ' A ' }),
  edit('Full name must be at least 2 characters.', 'fullName', { fullName: null }),
  edit('Bio must not exceed 200 characters.', 'bio', { fullName: 'Ada', bio: 'x'.repeat(201) }),
  change('Current password is required', 'currentPassword', { newPassword: 'battery staple' }),
  change('New password must be at least 6 characters', 'newPassword', { ...another, newPassword: 'five5' }),
  change('Please confirm your new password', 'confirmPassword', { ...another, confirmPassword: '' }),
  change('Passwords do not match', 'confirmPassword', { ...another, confirmPassword: 'horse' }),
  reset('New password must be at least 6 characters', 'newPassword', { token: 'x', newPassword: 'five5' }),
  reset('Passwords do not match', 'confirmPassword', { ...another, token: 'x', confirmPassword: 'horse' }),
  wallet('An id must be a version 7 UUID.', 'id', { id: 'mine', network: 'XYZ', address: newAddress() }),
  wallet('Please select a network.', 'network', { address: newAddress() }),
  wallet('Wallet address must be valid.', 'address', { network: 'XYZ', address: 'ninechars' }),
  wallet('Wallet address must be valid.', 'address', { network: 'ETH', address: '0x1234567890' }),
  social('Please select a platform.', 'platform', { username: 'ada' }),
  social('Please select a platform.', 'platform', { platform: 'myspace', username: 'ada' }),
  social('Username is required.', 'username', { platform: 'github', username: ' ' }),
  tokens('Tokens must be a whole number, 0 or more.', 'pmcwTokens', { pmcwTokens: -1 }),
  tokens('Tokens must be a whole number, 0 or more.', 'pmcwTokens', { pmcwTokens: 1.5 }),
  publish(notification, 'title', { title: ' ', message: 'To all' }),
  publish(notification, 'message', { title: 'News' }),
  send('A message needs some text.', 'content', ({ bob }) => ({ receiverId: bob.id, content: ' \n' })),
  send('Please choose a recipient.', 'receiverId', { content: 'Hello' }),
  sendGlobal('A message can have at most 4,000 characters.', 'content', { content: 'x'.repeat(4001) }),
  draft('A draft can have at most 8,000 characters.', 'text', { ...nothing, text: 'x'.repeat(8001) }),
  confirm('Please open the link in the email.', 'token', {}),
  sendGlobal('A message id must be a version 7 UUID.', 'id', { id: 'mine', content: 'Hello' }),
  sendGlobal('A voice message needs a recording; a text message cannot have one.', 'voiceUrl', {
    messageType: 'voice',
  }),
  sendGlobal('This recording could not be read.', 'voiceUrl', { messageType: 'voice', voiceUrl: 'data:,' }),
  sendGlobal(
    'Recordings must be WebM, Ogg or MP4 audio.',
    'voiceUrl',
    voice(Buffer.from('RIFFxxxxWAVE')),
    415,
    'unsupported_media_type',
  ),
  sendGlobal(
    'This recording is not of the type it was sent as.',
    'voiceUrl',
    { messageType: 'voice', voiceUrl: dataUrl(ogg(1), 'audio/mp4') },
    415,
    'unsupported_media_type',
  ),
  sendGlobal('A recording can be at most 5 minutes long.', 'voiceUrl', voice(ogg(301)), 413, 'too_large'),
  sendGlobal(
    'A recording can be at most 2 MB.',
    'voiceUrl',
    voice(Buffer.alloc(2 * 1024 * 1024 + 1)),
    413,
    'too_large',
  ),
  images('Please choose an image.', '', {}),
  images('This image could not be read.', 'avatarUrl', { avatarUrl: 'https://example.org/a.png' }),
  images(
    'This image is not of the type it was sent as.',
    'avatarUrl',
    { avatarUrl: dataUrl(Buffer.from('GIF89a'), 'image/png') },
    415,
    'unsupported_media_type',
  ),
  images(
    'Images must be JPEG, PNG, WebP, GIF or AVIF.',
    'avatarUrl',
    { avatarUrl: dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) },
    415,
    'unsupported_media_type',
  ),
  images(
    'An image can have at most 4 MB and 40 megapixels.',
    'backgroundUrl',
    { backgroundUrl: dataUrl(Buffer.alloc(4 * 1024 * 1024 + 1)) },
    413,
    'too_large',
  ),
  registerWith('Please choose an account type.', 'userType', 'Robot'),
  type('Please choose an account type.', 'userType', {}),
  registerWith('This is longer than allowed.', 'username', 'x'.repeat(31)),
  registerWith('This password is too common. Please choose another one.', 'password', 'password123'),
  change('This password is too common. Please choose another one.', 'newPassword', {
    ...another,
    newPassword: 'qwerty',
  }),
  reset('This link is incomplete.', 'token', { newPassword: 'battery staple' }),
  settings('A link must begin with http:// or https://.', 'groupLink', { groupLink: 'javascript:alert(1)' }),
  settings('Wallet address must be valid.', 'tokenAddress', { tokenAddress: 'a token' }),
  settings('Tokens must be a whole number, 0 or more.', 'tokenSupply', { tokenSupply: '10000' }),
  reject('Please give a reason.', 'reason', { reason: ' ' }),
  report('Please give a reason.', 'reason', {
    reported: { kind: 'profile', memberId: 2 },
    reason: 'dislike',
  }),
  report('Please give a reason.', 'text', { reported: { kind: 'profile', memberId: 2 }, reason: 'other' }),
  report('This value is not valid.', 'reported.kind', { reported: { kind: 'life' }, reason: 'spam' }),
  close('Please give a reason.', 'reason', { outcome: 'dismissed', reason: ' ' }),
  proof('Please request a statement to sign first.', 'nonce', { signature: '0x' }),
  proof('Please enter the signature.', 'signature', { nonce: 'any', signature: ' ' }),
  markRead('A position must be a decimal number.', 'upTo', { upTo: 'the last one' }),
  suspend('This value is not valid.', 'isSuspended', { isSuspended: 'yes' }),
  forgot('Username is required', 'username', {}),
  forgot('This value is not valid.', 'language', { username: 'ada', language: 'tlh' }),
];
