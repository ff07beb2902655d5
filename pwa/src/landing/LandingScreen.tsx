import { useSession } from '../accounts/session.tsx';
import { useInPlaceOfFirstView } from '../app/firstView.ts';
import { useTitle } from '../app/useTitle.ts';
import { Guilloche } from '../profiles/MemberBanner.tsx';
import { Button } from '../ui/Button.tsx';
import { InSlices } from '../ui/InSlices.tsx';
import { Link } from '../ui/Link.tsx';
import { Features } from './Features.tsx';
import { RecentlyVerified } from './RecentlyVerified.tsx';
import { SampleProfile } from './SampleProfile.tsx';
import { TokenBlock } from './TokenBlock.tsx';
import './landing.css';
import { landing } from '../words/en/landing.ts';
import { useWords } from '../words/words.ts';
import { Footer } from './Footer.tsx';

/** The landing page (spec §2). */
export default function LandingScreen() {
  useTitle(useWords(landing).promise);
  useInPlaceOfFirstView();
  return (
    <div className="overflow-x-clip">
      <InSlices>
        <Hero />
        <div className="shell-width flex flex-col gap-24 pb-16 md:gap-36 md:pb-24">
          <InSlices>
            <Features />
            <RecentlyVerified />
            <CallToAction />
            <TokenBlock />
          </InSlices>
        </div>
        <Footer />
      </InSlices>
    </div>
  );
}

function Hero() {
  const words = useWords(landing);
  return (
    <section className="relative isolate">
      <div className="shell-width grid items-center gap-14 py-14 md:py-20 lg:min-h-[calc(100dvh-var(--shell-top)-var(--shell-bottom))] lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-10 lg:py-10">
        <InSlices>
          <div key="promise" className="max-lg:text-center">
            <h1 className="text-display max-lg:mx-auto max-lg:max-w-2xl">{words.promise}</h1>
            <p className="mt-6 max-w-lg text-lg text-muted max-lg:mx-auto">{words.about}</p>
            <div className="mt-9 flex flex-wrap gap-3 max-lg:justify-center">
              <WaysOn start={words.start} browse={words.browse} />
            </div>
          </div>
          <SampleProfile key="sample" />
        </InSlices>
      </div>
    </section>
  );
}

/** Leads on: members to their dashboard and visitors to sign up (spec §2), or to the profiles of others. */
function WaysOn({ start, browse }: { readonly start: string; readonly browse: string }) {
  const { user } = useSession();
  return (
    <>
      <Button asChild size="lg">
        {user === null ? (
          <Link to="/auth" state="register">
            {start}
          </Link>
        ) : (
          <Link to="/dashboard/profile">{start}</Link>
        )}
      </Button>
      <Button asChild size="lg" variant="secondary">
        <Link to="/directory">{browse}</Link>
      </Button>
    </>
  );
}

function CallToAction() {
  const words = useWords(landing).callToAction;
  return (
    <section
      aria-labelledby="start-heading"
      className="relative isolate overflow-hidden rounded-xl border bg-surface px-6 py-16 text-center [contain-intrinsic-size:auto_25rem] [content-visibility:auto] md:py-24"
    >
      <Guilloche
        name="satoshi"
        className="absolute -top-64 -left-56 -z-10 size-[36rem] text-fg opacity-15 max-md:hidden"
      />
      <Guilloche
        name="hal_finney"
        className="absolute -right-56 -bottom-64 -z-10 size-[36rem] text-fg opacity-15"
      />
      <h2 id="start-heading" className="mx-auto max-w-xl text-3xl">
        {words.heading}
      </h2>
      <p className="mx-auto mt-4 max-w-md text-muted">{words.text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <WaysOn start={words.create} browse={words.browse} />
      </div>
    </section>
  );
}
