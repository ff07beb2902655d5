import { useInPlaceOfFirstView } from '../base/ui/firstView.ts';
import { useTitle } from '../base/ui/useTitle.ts';
import { Features } from '../features/landing/Features.tsx';
import { Hero } from '../features/landing/Hero.tsx';
import { RecentlyVerified } from '../features/landing/RecentlyVerified.tsx';
import { SampleProfile } from '../features/landing/SampleProfile.tsx';
import { TokenBlock } from '../features/landing/TokenBlock.tsx';
import { Guilloche } from '../members/look/MemberBanner.tsx';
import '../features/landing/landing.css';
import { landing } from '../base/words/en/landing/landing.ts';
import { useWords } from '../base/words/words.ts';
import { Footer } from '../features/landing/Footer.tsx';
import { NextSteps } from '../features/landing/NextSteps.tsx';

/** Spec §2. */
export default function LandingScreen() {
  useTitle(useWords(landing).promise);
  useInPlaceOfFirstView();
  return (
    <div className="overflow-x-clip">
      <Hero>
        <SampleProfile />
      </Hero>
      <div className="shell-width flex flex-col gap-24 pb-16 md:gap-36 md:pb-24">
        <Features />
        <RecentlyVerified />
        <CallToAction />
        <TokenBlock />
      </div>
      <Footer />
    </div>
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
        <NextSteps start={words.create} browse={words.browse} />
      </div>
    </section>
  );
}
